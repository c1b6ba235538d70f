// Written by `python -m tools.browser` from the Python sources: change those.

export const LANGUAGES = {"en": "English", "zh_CN": "简体中文"} as const;
