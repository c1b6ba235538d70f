// Tables for one person, before they are open: one chunk of the pages without a table.

export { LessonList } from "../lessons/lesson_list";
export { PracticeForm } from "./practice_form";
export { SoloForm } from "./solo_form";
