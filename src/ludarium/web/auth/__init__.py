"""Who a request comes from, and rate limits."""
