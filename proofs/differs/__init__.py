"""`prove differs`: our rules and EDOPro's core on the same boards, decision by decision."""
