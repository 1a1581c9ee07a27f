import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { createElement as h, useState } from "react";
import { createRoot } from "react-dom/client";

document.title = "Playlist";
const model = { songs: ["Blue", "Yesterday", "Imagine", "Hurt", "Creep"], basket: [] as string[] };
Object.assign(globalThis, { model });
function Song({ id }: { id: string }) {
  const { attributes, listeners, setNodeRef, transform, transition } = useSortable({ id });
  const style = {
    transform: CSS.Transform.toString(transform),
    transition: transition ?? "",
    padding: 10,
    border: "1px solid #aaa",
    margin: 4,
    width: 260,
  };
  return h("div", { ref: setNodeRef, style, ...attributes, ...listeners }, id);
}
function Card({ id }: { id: string }) {
  const { attributes, listeners, setNodeRef, transform } = useDraggable({ id });
  const style = {
    transform: CSS.Translate.toString(transform),
    padding: 10,
    border: "1px solid #aaa",
    width: 100,
    margin: 4,
  };
  return h("div", { ref: setNodeRef, style, ...attributes, ...listeners }, id);
}
function Basket({ items }: { items: string[] }) {
  const { setNodeRef, isOver } = useDroppable({ id: "basket" });
  return h(
    "div",
    { ref: setNodeRef, style: { width: 260, height: 90, border: "2px dashed #888", background: isOver ? "#dfd" : "" } },
    `Basket: ${items.join(", ") || "empty"}`,
  );
}
function App() {
  const [songs, setSongs] = useState(model.songs);
  const [basket, setBasket] = useState<string[]>([]);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 5 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const late = useSensors(useSensor(PointerSensor, { activationConstraint: { delay: 150, tolerance: 5 } }));
  model.songs = songs;
  model.basket = basket;
  return h(
    "main",
    null,
    h("h1", null, "Playlist"),
    h(
      DndContext,
      {
        sensors,
        collisionDetection: closestCenter,
        onDragEnd: ({ active, over }) => {
          if (over && active.id !== over.id)
            setSongs((now) => arrayMove(now, now.indexOf(String(active.id)), now.indexOf(String(over.id))));
        },
      },
      h(
        SortableContext,
        { items: songs, strategy: verticalListSortingStrategy },
        songs.map((id) => h(Song, { key: id, id })),
      ),
    ),
    h("h2", null, "Shop"),
    h(
      DndContext,
      {
        sensors: late,
        onDragEnd: ({ active, over }) => {
          if (over) setBasket((now) => [...now, String(active.id)]);
        },
      },
      h(
        "div",
        { style: { display: "flex" } },
        ["Tea", "Rice"].map((id) => h(Card, { key: id, id })),
      ),
      h(Basket, { items: basket }),
    ),
  );
}
createRoot(document.body.appendChild(document.createElement("div"))).render(h(App));
