import Chart from "chart.js/auto";

document.body.innerHTML = `
<h1>Sales</h1>
<div style="width: 700px; height: 350px"><canvas id="sales" role="img" aria-label="Sales by month"></canvas></div>
<p id="picked">Nothing picked</p>`;

const picked = document.getElementById("picked") as HTMLElement;
const chart: Chart = new Chart(document.getElementById("sales") as HTMLCanvasElement, {
  type: "bar",
  data: {
    labels: ["January", "February", "March"],
    datasets: [
      { label: "Apples", data: [5, 9, 3] },
      { label: "Pears", data: [4, 2, 7] },
    ],
  },
  options: {
    animation: { duration: 250 },
    maintainAspectRatio: false,
    onClick: (_, [hit]) => {
      if (!hit) return;
      const { datasets, labels } = chart.data;
      picked.textContent = `Picked ${datasets[hit.datasetIndex]?.label} of ${labels?.[hit.index]}`;
    },
  },
});

Object.assign(globalThis, {
  tooltip: () =>
    chart.tooltip?.opacity ? [...chart.tooltip.title, ...chart.tooltip.body.flatMap(({ lines }) => lines)] : [],
  visible: () => chart.data.datasets.map((_, n) => chart.isDatasetVisible(n)),
});
