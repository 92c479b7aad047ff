"use strict";
for (const stepper of document.querySelectorAll(".stepper")) {
  const rounds = [...stepper.querySelectorAll(".round")];
  const marks = [...stepper.querySelectorAll(".timeline button")];
  const here = stepper.querySelector(".here");
  const play = stepper.querySelector("[data-go=play]");
  let now = rounds.length - 1;
  let timer = 0;

  const show = (to) => {
    now = Math.max(0, Math.min(rounds.length - 1, to));
    rounds.forEach((round, i) => {
      round.classList.toggle("now", i === now);
      round.inert = i !== now;
    });
    marks.forEach((mark, i) => {
      if (i === now) mark.setAttribute("aria-current", "step");
      else mark.removeAttribute("aria-current");
    });
    here.textContent = `round ${rounds[now].dataset.number}, ${now + 1} of ${rounds.length}`;
  };
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    play.setAttribute("aria-pressed", "false");
    play.querySelector("span").textContent = "Play";
  };
  const start = () => {
    if (now === rounds.length - 1) show(0);
    timer = setInterval(() => (now < rounds.length - 1 ? show(now + 1) : stop()), 1500);
    play.setAttribute("aria-pressed", "true");
    play.querySelector("span").textContent = "Pause";
  };
  const go = {
    first: () => show(0),
    back: () => show(now - 1),
    on: () => show(now + 1),
    last: () => show(rounds.length - 1),
    play: () => (timer ? stop() : start()),
  };
  const keys = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", " ": "play" };

  stepper.classList.add("stepping");
  stepper.tabIndex = 0;
  stepper.querySelector(".bar").hidden = false;
  stepper.querySelector(".timeline").hidden = rounds.length < 2;
  stepper.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    if (button.dataset.go !== "play") stop();
    if (button.dataset.go) go[button.dataset.go]();
    else show(Number(button.dataset.round));
  });
  stepper.addEventListener("keydown", (event) => {
    const what = keys[event.key];
    if (!what || event.altKey || event.ctrlKey || event.metaKey || event.target.closest("summary")) return;
    if (event.key === " " && event.target.closest("button")) return;
    event.preventDefault();
    if (what !== "play") stop();
    go[what]();
  });
  show(now);
}
document.addEventListener("keydown", (event) => {
  const steppers = document.querySelectorAll(".stepper");
  if (steppers.length !== 1 || event.target.closest(".stepper, .picture") || event.altKey || event.ctrlKey) return;
  if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
  steppers[0].dispatchEvent(new KeyboardEvent("keydown", { key: event.key }));
});
