"""Engine as WebAssembly: compilation, and instances with one duel each. Handles bytes and knows no game
rules.
"""
