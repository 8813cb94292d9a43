// Counts down, and reloads the page once the phone has answered or the call has expired.
const card = document.querySelector('[data-state]');
const left = card.querySelector('[data-left]');
const endsAt = performance.now() + Number(card.dataset.seconds) * 1000;

const timer = setInterval(() => {
  const seconds = Math.max(0, Math.ceil((endsAt - performance.now()) / 1000));
  left.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}, 1000);

const poll = async () => {
  let state = 'waiting';
  try {
    const response = await fetch(card.dataset.state, { headers: { accept: 'application/json' } });
    // The sign-in has expired: reload to show the error page.
    state = response.ok ? (await response.json()).state : response.status < 500 ? 'gone' : 'waiting';
  } catch {
    // Offline for a moment: keep polling.
  }
  if (state === 'waiting') return setTimeout(poll, 2000);
  clearInterval(timer);
  location.replace(location.href);
};
setTimeout(poll, 2000);
