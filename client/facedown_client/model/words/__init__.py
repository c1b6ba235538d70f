"""What happens and what is asked, in English sentences. No pygame; nothing here decides or sends."""
