"""Accounts: the skeletons of their names, and how often their passwords were guessed."""

import sqlalchemy as sa
from alembic import op

from ludarium.store.people.look_alikes import skeleton

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("people", sa.Column("skeleton", sa.Text))
    op.add_column("people", sa.Column("guesses", sa.Double, nullable=False, server_default="0"))
    op.add_column("people", sa.Column("guessed", sa.DateTime))
    op.create_index("people_by_skeleton", "people", ["skeleton"])
    _fill_skeletons()


def _fill_skeletons() -> None:
    """Accounts whose names look alike stay; only new names are compared with them."""
    people = sa.table("people", sa.column("id"), sa.column("name"), sa.column("login"), sa.column("skeleton"))
    connection = op.get_bind()
    accounts = connection.execute(sa.select(people.c.id, people.c.name).where(people.c.login.is_not(None))).all()
    for id, name in accounts:
        connection.execute(people.update().where(people.c.id == id).values(skeleton=skeleton(name)))
