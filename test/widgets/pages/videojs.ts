import videojs from "video.js";
import "video.js/dist/video-js.css";

document.body.innerHTML = `
<h1>Film</h1>
<video id="film" class="video-js" controls preload="auto" width="640" height="360">
  <source src="film.webm" type="video/webm">
</video>`;
const player = videojs("film", { playbackRates: [0.5, 1, 2] });
Object.assign(globalThis, {
  now: () => ({
    paused: player.paused(),
    muted: player.muted(),
    volume: player.volume(),
    time: player.currentTime(),
    rate: player.playbackRate(),
    duration: player.duration(),
  }),
});
