"""Law 4 as an experiment over real sockets: can the times an opponent observes distinguish hands?"""
