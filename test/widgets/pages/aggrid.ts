import {
  ClientSideRowModelApiModule,
  ClientSideRowModelModule,
  ColumnApiModule,
  createGrid,
  ModuleRegistry,
  NumberEditorModule,
  NumberFilterModule,
  PaginationModule,
  RowSelectionModule,
  SelectEditorModule,
  TextEditorModule,
  TextFilterModule,
} from "ag-grid-community";

ModuleRegistry.registerModules([
  ClientSideRowModelApiModule,
  ClientSideRowModelModule,
  ColumnApiModule,
  NumberEditorModule,
  NumberFilterModule,
  PaginationModule,
  RowSelectionModule,
  SelectEditorModule,
  TextEditorModule,
  TextFilterModule,
]);

document.body.innerHTML = `<h1>Cars</h1><div id="grid" style="height: 420px; width: 900px"></div>`;

const makers = ["Toyota", "Ford", "Porsche", "Skoda", "Fiat"];
const rows = Array.from({ length: 60 }, (_, n) => ({
  make: makers[n % 5],
  model: `M${String(n).padStart(2, "0")}`,
  price: 10_000 + ((n * 7_919) % 50_000),
  color: n % 2 ? "blue" : "red",
}));

const api = createGrid(document.getElementById("grid") as HTMLElement, {
  rowData: rows,
  pagination: true,
  paginationPageSize: 20,
  paginationPageSizeSelector: [10, 20, 50],
  rowSelection: { mode: "multiRow" },
  defaultColDef: { filter: true },
  columnDefs: [
    { field: "make" },
    { field: "model", editable: true },
    { field: "price", editable: true, filter: "agNumberColumnFilter" },
    {
      field: "color",
      editable: true,
      cellEditor: "agSelectCellEditor",
      cellEditorParams: { values: ["red", "blue", "green"] },
    },
  ],
});

Object.assign(globalThis, {
  api,
  rows,
  shown: () => {
    const all: unknown[] = [];
    api.forEachNodeAfterFilterAndSort(({ data }) => all.push(data));
    return all;
  },
});
