"""The name of a device in the list of sessions: its browser and system, from what the browser sends."""

import re

# The first that is found counts: most browsers name others too
BROWSERS = {
    "Edge": "Edg",
    "Opera": "OPR",
    "Samsung Internet": "SamsungBrowser",
    "Firefox": "Firefox|FxiOS",
    "Chrome": "HeadlessChrome|Chrome|CriOS",
    "Safari": "Safari",
}
SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "ChromeOS": "CrOS",
    "macOS": "Mac OS X|Macintosh",
    "Linux": "Linux|X11",
}


def device_name(user_agent: str) -> str:
    """Such as "Firefox on Linux"; other texts are left as they are."""
    browser, system = _find(BROWSERS, user_agent, "/"), _find(SYSTEMS, user_agent)
    return f"{browser} on {system}" if browser and system else user_agent


def _find(names: dict[str, str], text: str, end: str = "") -> str | None:
    return next((name for name, pattern in names.items() if re.search(rf"\b(?:{pattern}){end}", text)), None)
