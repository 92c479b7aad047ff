"""Where jobs run: in this process, in local processes that can be killed, on the machines of a Ray cluster."""
