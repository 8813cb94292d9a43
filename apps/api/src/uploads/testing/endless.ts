// In the place of the inspector's program: a parser that never comes to an end.
process.on('disconnect', () => process.exit());
process.on('message', () => {
  for (;;);
});
process.send?.('ready');
