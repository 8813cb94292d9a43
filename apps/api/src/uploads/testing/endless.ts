// Replaces the inspector's program: a parser that never ends.
process.on('disconnect', () => process.exit());
process.on('message', () => {
  for (;;);
});
process.send?.('ready');
