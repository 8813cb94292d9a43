// Replaces the inspector's program: a decoder that crashes.
process.on('disconnect', () => process.exit());
process.on('message', () => process.kill(process.pid, 'SIGSEGV'));
process.send?.('ready');
