// What every bundle needs. Built into each of them, so that esbuild puts it into one chunk that they share, instead of
// one chunk for each combination of them.

import "./board/arena";
import "./board/log";
import "./board/option_dialog";
import "./board/prompt_dialogs";
import "./board/side_frame";
import "./board/side_panel";
import "./fairness/throws";
import "./model/calling";
import "./model/game";
import "./room/room";
