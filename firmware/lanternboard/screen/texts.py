"""A table of many short texts by their keys. A dict of them would take a Pico 20 kB of heap; here they are few long texts, which stay in
flash (files/inplace.py), and a key is looked for when it is asked for. It cannot be changed."""


class Texts:
    """`parts`: first word of a key ("ask" in "ask.monster", "" where there is only one word) -> lines "key: text", after a line end
    each. None may be longer than a block of flash, or it would lie in the heap of a Pico: what is more follows under the word and "+"."""

    def __init__(self, parts: dict) -> None:
        self._parts = parts

    def get(self, key: str, other=None):
        """The text, or `other`."""
        dot = key.find(".")
        word = key[:dot] if dot > 0 else ""
        part = self._parts.get(word, "")
        at = part.find("\n" + key + ":")
        if at < 0:
            part = self._parts.get(word + "+", "")
            at = part.find("\n" + key + ":")
        if at < 0:
            return other
        at += len(key) + 2
        return part[at : part.find("\n", at)].lstrip()

    def __getitem__(self, key: str) -> str:
        text = self.get(key)
        if text is None:
            raise KeyError(key)
        return text

    def __contains__(self, key: str) -> bool:
        return self.get(key) is not None

    def __iter__(self):
        for part in self._parts.values():
            for line in part.split("\n"):
                if line:
                    yield line[: line.find(":")]

    def items(self):
        for key in self:
            yield key, self[key]
