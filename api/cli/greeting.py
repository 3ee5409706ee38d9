"""What is printed when the service is up: its address, the host key, the links of the samples."""

from rich.console import Console

from api.cli.code import show_code
from api.cli.links import call_for_token, link_to
from api.keys import Keys
from api.sample import GM, Invitation


def greet(console: Console, address: str, lan: bool, here: str = "") -> None:
    """Where the service is; with `lan` also who can reach it. `here` is where this machine has it for itself."""
    whom = "for phones and others in this network" if here else "open it to begin a table"
    console.print(f"Fracas serves at {address}  ({whom}; its API: {address}/docs)")
    if here:
        console.print(f"On this machine open {here}  (to begin a table, or to get back to one; no key is asked for)")
    if lan:
        console.print("Whoever is in this network can reach it. Nothing is encrypted on the way: use it at home.")
    console.file.flush()


def say_how_to_go_on(console: Console, address: str, phones: bool, invitations: tuple[Invitation, ...] = ()) -> None:
    """The code that a phone scans, and how the service is stopped.

    `phones`: whether they can open the address. With sample tables the code is the link of the first player's seat,
    else the address.
    """
    player = next((one for one in invitations if one.seat != GM), None)
    if phones and player is not None:
        console.print(f"\nNo need to type that on a phone: scan this to sit down at {player.title} as {player.who}.")
        show_code(console, link_to(address.rstrip("/"), player.table, player.link))
        console.print("For the other seats open the game master's link; Invite there shows a code for each.")
    elif phones:
        console.print(f"\n{address} for a phone to scan:")
        show_code(console, address)
    console.print("\nCtrl-C stops the service.")
    console.file.flush()


def show_host_key(console: Console, keys: Keys) -> None:
    """The key that opens tables from other machines."""
    console.print(f"Host key, to open tables from other devices or at other addresses: {keys.host}")
    console.print("It is shown at the first start; `fracas serve --host-key` shows it again.")
    console.file.flush()


def invite(console: Console, address: str, invitations: tuple[Invitation, ...]) -> None:
    """The links of the sample tables, and how a program sits down with one."""
    told = ""
    for one in invitations:
        if one.title != told:
            told = one.title
            console.print(f"\n{one.title}, rules: {one.ruleset}")
        console.print(f"{one.who} (table {one.table}, seat {one.seat})")
        console.print(f"  link   {link_to(address.rstrip('/'), one.table, one.link)}")
    for one in invitations[:1]:
        console.print("\nA program sits down with the table and what stands behind the #:")
        console.print(f"  token  {call_for_token(address, one.table, one.link)}")
    console.file.flush()
