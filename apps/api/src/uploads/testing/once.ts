// Replaces the inspector's program: a process that exits before its second file.
let isUsed = false;
process.on('disconnect', () => process.exit());
process.on('message', () => {
  if (isUsed) process.exit(1);
  isUsed = true;
  process.send?.({ result: { type: 'application/pdf' }, memoryBytes: 0 });
});
process.send?.('ready');
