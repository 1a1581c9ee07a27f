import * as L from "leaflet";
import "leaflet/dist/leaflet.css";

document.body.innerHTML = `<h1>Map</h1><div id="map" style="width: 640px; height: 400px"></div>`;

// Markers with the images of the package.
L.Icon.Default.imagePath = "/node_modules/leaflet/dist/images/";

const map = L.map("map").setView([48.2, 16.37], 10);
L.tileLayer("/tiles/{z}/{x}/{y}.svg", { attribution: "Tiles of our own" }).addTo(map);
L.marker([48.2, 16.37], { title: "Vienna", alt: "Vienna" }).addTo(map).bindPopup("<b>Vienna</b><br>Capital of Austria");
const pin = L.marker([48.32, 16.6], { title: "Camp", alt: "Camp", draggable: true }).addTo(map);
const lake = L.circleMarker([48.05, 16.1], { radius: 18 })
  .bindTooltip("A lake")
  .bindPopup("Lake full of fish")
  .addTo(map);
const hills = L.layerGroup([L.marker([48.3, 16.1], { title: "Hill", alt: "Hill" })]);
L.control.layers({}, { Hills: hills, Lake: lake }).addTo(map);

const [width, height] = [640, 400];
Object.assign(globalThis, {
  zoom: () => map.getZoom(),
  /** The movement of the map since the start, in pixels. */
  moved: () => {
    const { x, y } = map.latLngToContainerPoint([48.2, 16.37]);
    return [Math.round(x - width / 2), Math.round(y - height / 2)];
  },
  camp: () => {
    const { x, y } = map.latLngToContainerPoint(pin.getLatLng());
    return [Math.round(x), Math.round(y)];
  },
  shows: (name: string) => map.hasLayer({ Hills: hills, Lake: lake }[name] as L.Layer),
});
