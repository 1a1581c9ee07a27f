/** MUI: the components that a form, a list and a dashboard are made of. `window.model` is the data of the page. */
import {
  Accordion,
  AccordionDetails,
  AccordionSummary,
  Autocomplete,
  Button,
  Checkbox,
  Chip,
  Dialog,
  DialogActions,
  DialogTitle,
  Drawer,
  FormControl,
  FormControlLabel,
  InputLabel,
  Menu,
  MenuItem,
  Pagination,
  Radio,
  RadioGroup,
  Rating,
  Select,
  Slider,
  Snackbar,
  SpeedDial,
  SpeedDialAction,
  Stack,
  Switch,
  Tab,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TablePagination,
  TableRow,
  TableSortLabel,
  Tabs,
  TextField,
  ToggleButton,
  ToggleButtonGroup,
  Tooltip,
} from "@mui/material";
import { useState } from "react";
import { createRoot } from "react-dom/client";

const model = {
  city: "",
  tags: [],
  menu: "",
  deleted: false,
  night: false,
  volume: 30,
  view: "list",
  rating: 2,
  page: 1,
  sent: "",
  tools: "",
};
window.model = model;
const ROWS = Array.from({ length: 23 }, (_, n) => ({
  name: `Item ${String(n + 1).padStart(2, "0")}`,
  price: ((n * 7) % 23) + 1,
}));

function Account() {
  const [at, setAt] = useState(null);
  const choose = (what) => () => {
    model.menu = what;
    setAt(null);
  };
  return (
    <>
      <Button onClick={(event) => setAt(event.currentTarget)}>Account</Button>
      <Menu anchorEl={at} open={at !== null} onClose={() => setAt(null)}>
        <MenuItem onClick={choose("profile")}>Profile</MenuItem>
        <MenuItem onClick={choose("orders")}>Orders</MenuItem>
        <MenuItem disabled>Admin</MenuItem>
      </Menu>
    </>
  );
}

function Sure() {
  const [open, setOpen] = useState(false);
  const [isMessageOpen, setMessageOpen] = useState(false);
  const close = (deleted) => () => {
    setOpen(false);
    if (deleted) {
      model.deleted = true;
      setMessageOpen(true);
    }
  };
  return (
    <>
      <Button color="error" onClick={() => setOpen(true)}>
        Delete account
      </Button>
      <Dialog open={open} onClose={close(false)}>
        <DialogTitle>Delete for good?</DialogTitle>
        <DialogActions>
          <Button onClick={close(false)}>Keep</Button>
          <Button onClick={close(true)}>Delete</Button>
        </DialogActions>
      </Dialog>
      <Snackbar
        open={isMessageOpen}
        message="Account deleted"
        action={<Button onClick={() => setMessageOpen(false)}>Dismiss</Button>}
      />
    </>
  );
}

function Side() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Filters</Button>
      <Drawer anchor="right" open={open} onClose={() => setOpen(false)}>
        <Stack sx={{ width: 250, padding: 2 }}>
          <FormControlLabel
            control={
              <Checkbox
                onChange={(_, on) => {
                  model.stock = on;
                }}
              />
            }
            label="In stock"
          />
          <Button onClick={() => setOpen(false)}>Apply</Button>
        </Stack>
      </Drawer>
    </>
  );
}

function Form() {
  const [city, setCity] = useState("");
  const [mail, setMail] = useState("");
  const [tried, setTried] = useState(false);
  const wrong = tried && !mail.includes("@");
  return (
    <Stack
      component="form"
      noValidate
      spacing={1}
      sx={{ width: 380 }}
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (mail.includes("@")) model.sent = mail;
      }}
    >
      <FormControl>
        <InputLabel id="city">City</InputLabel>
        <Select
          labelId="city"
          label="City"
          value={city}
          onChange={({ target }) => {
            setCity(target.value);
            model.city = target.value;
          }}
        >
          {["Graz", "Linz", "Vienna"].map((name) => (
            <MenuItem key={name} value={name}>
              {name}
            </MenuItem>
          ))}
        </Select>
      </FormControl>
      <Autocomplete
        multiple
        options={["Red", "Green", "Blue", "Black", "Brown"]}
        onChange={(_, value) => {
          model.tags = value;
        }}
        renderInput={(props) => <TextField {...props} label="Colours" />}
      />
      <TextField
        label="Email"
        value={mail}
        onChange={({ target }) => setMail(target.value)}
        error={wrong}
        helperText={wrong ? "Give an address" : ""}
      />
      <RadioGroup
        row
        onChange={(_, value) => {
          model.size = value;
        }}
      >
        {["Small", "Large"].map((size) => (
          <FormControlLabel key={size} value={size} control={<Radio />} label={size} />
        ))}
      </RadioGroup>
      <FormControlLabel
        control={
          <Switch
            onChange={(_, on) => {
              model.night = on;
            }}
          />
        }
        label="Night mode"
      />
      <Slider
        aria-label="Volume"
        defaultValue={30}
        onChangeCommitted={(_, value) => {
          model.volume = value;
        }}
      />
      <Rating
        defaultValue={2}
        onChange={(_, value) => {
          model.rating = value;
        }}
      />
      <Button type="submit" variant="contained">
        Send
      </Button>
    </Stack>
  );
}

function Items() {
  const [page, setPage] = useState(0);
  const [up, setUp] = useState(undefined);
  const [chosen, setChosen] = useState([]);
  const rows = up === undefined ? ROWS : [...ROWS].sort((a, b) => (up ? a.price - b.price : b.price - a.price));
  return (
    <>
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell />
            <TableCell>Name</TableCell>
            <TableCell>
              <TableSortLabel
                active={up !== undefined}
                direction={up === false ? "desc" : "asc"}
                onClick={() => setUp(up !== true)}
              >
                Price
              </TableSortLabel>
            </TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.slice(page * 5, page * 5 + 5).map(({ name, price }) => (
            <TableRow key={name}>
              <TableCell padding="checkbox">
                <Checkbox
                  size="small"
                  checked={chosen.includes(name)}
                  onChange={(_, on) => {
                    const next = on ? [...chosen, name] : chosen.filter((one) => one !== name);
                    setChosen(next);
                    model.chosen = next;
                  }}
                />
              </TableCell>
              <TableCell>{name}</TableCell>
              <TableCell>{price}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      <TablePagination
        component="div"
        count={ROWS.length}
        page={page}
        rowsPerPage={5}
        rowsPerPageOptions={[5]}
        onPageChange={(_, next) => {
          setPage(next);
          model.page = next;
        }}
      />
    </>
  );
}

function App() {
  const [tab, setTab] = useState(0);
  const [view, setView] = useState("list");
  const [chips, setChips] = useState(["New", "Sale"]);
  return (
    <div style={{ display: "flex", gap: 24 }}>
      <div>
        <Account />
        <Sure />
        <Side />
        <Tooltip title="Saves a draft" describeChild>
          <Button>Save</Button>
        </Tooltip>
        <Form />
        <Stack direction="row">
          {chips.map((label) => (
            <Chip
              key={label}
              label={label}
              onDelete={() => {
                const next = chips.filter((one) => one !== label);
                setChips(next);
                model.chips = next;
              }}
            />
          ))}
        </Stack>
      </div>
      <div style={{ width: 520 }}>
        <Tabs value={tab} onChange={(_, value) => setTab(value)}>
          <Tab label="Details" />
          <Tab label="Reviews" />
        </Tabs>
        <p>{tab === 0 ? "A fine lamp" : "Five stars"}</p>
        <Accordion>
          <AccordionSummary>How to pay?</AccordionSummary>
          <AccordionDetails>By card</AccordionDetails>
        </Accordion>
        <ToggleButtonGroup
          exclusive
          value={view}
          onChange={(_, value) => {
            setView(value);
            model.view = value;
          }}
        >
          <ToggleButton value="list">List</ToggleButton>
          <ToggleButton value="grid">Grid</ToggleButton>
        </ToggleButtonGroup>
        <Items />
        <Pagination
          count={7}
          onChange={(_, value) => {
            model.page = value;
          }}
        />
        <div style={{ height: 60, position: "relative", transform: "translateZ(0)" }}>
          <SpeedDial ariaLabel="Tools" direction="right" icon={<b>+</b>}>
            {["Copy", "Print"].map((name) => (
              <SpeedDialAction
                key={name}
                icon={<i>{name[0]}</i>}
                slotProps={{ tooltip: { title: name } }}
                onClick={() => {
                  model.tools = name;
                }}
              />
            ))}
          </SpeedDial>
        </div>
      </div>
    </div>
  );
}

createRoot(document.querySelector("#app")).render(<App />);
