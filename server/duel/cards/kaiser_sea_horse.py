"""Kaiser Sea Horse: worth two Tributes for a LIGHT monster."""

from server.duel.script import Rule, continuous

NAME = "Kaiser Sea Horse"

continuous(NAME, Rule.DOUBLE_TRIBUTE, "light", even_face_down=True)
