"""What the keys of a game mean now: for the footer, and for the list of keys."""

from textual.binding import Binding

from .game_dialogs import GameDialogs


class GameKeys(GameDialogs):
    """Which keys do something, and what the game calls it."""

    def _meaning(self, binding: Binding) -> str:
        """The description of a key in the footer; empty for a key that does nothing now.

        Undo stays, as it tells a new player that moves can be taken back.
        """
        action = binding.action.partition("(")[0]
        if action == "leave":
            return "Leave, kept" if self.keeps else "Leave"
        if action == "word":
            return self._named(binding.action == "word(True)").partition(" ")[0].capitalize()
        return binding.description if action == "undo" or self.can_use(action) else ""

    def can_use(self, action: str) -> bool:
        name, _, argument = action.partition("(")
        if not hasattr(self, f"action_{name}") or self.check_action(name, (argument == "True)",)) is False:
            return False
        if name == "word":
            return bool(self._words(argument == "True)"))
        if name == "stop":
            return self.search.is_running or bool(self._move_input and self._move_input.touched)
        useful = {
            "type": self._move_input,
            "hint": self._move_input,
            "undo": self.match.can_undo,
            "look_back": self.game.moves,
            "level": self.match.seats.computer_players,
            "scores": self.game.kind.has_scores,
        }
        return bool(useful.get(name, True))

    @property
    def key_words(self) -> dict[str, str]:
        leaves = "leave; it is kept" if self.keeps else "leave"
        return {"word(True)": self._named(True), "word(False)": self._named(False), "leave": leaves}

    def _named(self, leads_on: bool) -> str:
        """What the game calls the word of a key; empty where it means no move now."""
        word = next(iter(self._words(leads_on)), "")
        return self.game.kind.word_labels.get(word, word)

    def _word(self, leads_on: bool) -> str:
        """The word of a key, also while it means no move; empty if the game has none."""
        return next(iter(self._words(leads_on) or (self.game.kind.leading_words if leads_on else ())), "")

    def _words(self, leads_on: bool) -> list[str]:
        found = self._move_input
        return [word for word in found.words if (found.means((word,)) is None) == leads_on] if found else []
