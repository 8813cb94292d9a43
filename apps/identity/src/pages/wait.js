// Counts the seconds down, and shows the page anew once the phone has answered or the time is over.
const card = document.querySelector('[data-state]');
const left = card.querySelector('[data-left]');
const endsAt = performance.now() + Number(card.dataset.seconds) * 1000;

const count = setInterval(() => {
  const seconds = Math.max(0, Math.ceil((endsAt - performance.now()) / 1000));
  left.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}, 1000);

const look = async () => {
  let state = 'waiting';
  try {
    const answer = await fetch(card.dataset.state, { headers: { accept: 'application/json' } });
    // A sign-in that is over says so on its own page.
    state = answer.ok ? (await answer.json()).state : answer.status < 500 ? 'gone' : 'waiting';
  } catch {
    // Off the net for a moment: asked again.
  }
  if (state === 'waiting') return setTimeout(look, 2000);
  clearInterval(count);
  location.replace(location.href);
};
setTimeout(look, 2000);
