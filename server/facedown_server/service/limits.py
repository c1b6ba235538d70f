"""The limits from the settings, as WireLimits and Bounds."""

from __future__ import annotations

from facedown_server.network.crowd.quotas import Bounds
from facedown_server.network.wire.traffic_limits import WireLimits
from facedown_server.service.config import Config


def wire_limits(config: Config) -> WireLimits:
    """Return the limits of connections and bytes."""
    return WireLimits(
        connections=config.connections,
        per_address=config.connections_per_address,
        downloads_per_address=8 * config.connections_per_address,
        trusted_networks=config.trusted_network,
        connection_rate=config.connections_per_second,
        connection_burst=20 * config.connections_per_second,
        message_bytes=config.message_bytes,
        frames_per_second=2.5 * config.messages_per_second,
        frame_burst=10 * config.messages_per_second,
    )


def bounds(config: Config) -> Bounds:
    """Return the limits for people at tables and in the lobby."""
    return Bounds(
        tables=config.tables,
        tables_per_address=config.tables_per_address,
        trusted_networks=config.trusted_network,
        practice=config.practice,
        solo=config.solo,
        alone_per_address=config.alone_per_address,
        alone_idle=60.0 * config.alone_idle_minutes,
        spectators=config.spectators,
        relays=config.relays,
        idle_closes=60.0 * config.idle_minutes,
        journal_bytes_per_day=1e6 * config.journal_megabytes_per_day,
        message_rate=config.messages_per_second,
        message_burst=3 * config.messages_per_second,
        replay_rate=config.undo_per_second,
        replay_burst=15 * config.undo_per_second,
        replay_rate_of_address=2.5 * config.undo_per_second,
        address_share=config.address_share,
        name_letters=config.name_letters,
        chat_letters=config.chat_letters,
        chat_rate=config.chat_per_minute / 60,
        chat_burst=max(1.0, config.chat_per_minute / 6),
    )
