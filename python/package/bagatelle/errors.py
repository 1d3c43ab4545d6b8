"""Exceptions that are more than a name: the others are in ``bagatelle`` itself."""


class UnknownName(KeyError):
    """There is no game, or no program, of this name; the message says which there are."""

    def __str__(self) -> str:
        # A KeyError shows its argument in quotation marks, as it would a key.
        return str(self.args[0]) if self.args else ""
