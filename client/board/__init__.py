"""What a board offers, whatever draws it: choices, gestures by hand, zones and where they lie. No pygame."""
