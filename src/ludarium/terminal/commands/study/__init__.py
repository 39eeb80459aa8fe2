"""Subcommands for people who study games: tournaments, and games that are collected and explored."""
