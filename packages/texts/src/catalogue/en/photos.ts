/** What the photo viewer says, loaded with it. */
export const photos = {
  photos: {
    loading: 'Loading the photo',
    failed: 'The photo could not be loaded',
    unreadable: 'The file cannot be shown',
    unreadableText:
      'The file claims to be a photo, but it is damaged or something else. You can download it.',
    heicText:
      'The photo is in the HEIC format, which this browser does not show, or the file is damaged. Download it and open it in another program.',
    position: '{n} of {total}',
    previous: 'Previous photo',
    next: 'Next photo',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    fit: 'Show the whole photo',
    zoom: 'Zoom {percent}',
    turn: 'Turn right',
    turned: 'Turned by {degrees}°',
    compare: 'Compare',
    chosen: 'Selected',
    controls: 'Photo controls',
    comparison: 'Click a photo to select which one the buttons work on.',
    download: 'Download {name}',
    downloadFailed: 'The file could not be downloaded',
    keys: 'Keys: ← → go through the photos and move an enlarged one, Page Up and Page Down always go through them, + and − zoom, 0 shows the whole photo, R turns it, C compares.',
  },
};
