/** Radix primitives with minimal styles, because they have none. `window.log` contains the events. */
import {
  Accordion,
  AlertDialog,
  Checkbox,
  ContextMenu,
  Dialog,
  DropdownMenu,
  HoverCard,
  Menubar,
  NavigationMenu,
  Popover,
  RadioGroup,
  Select,
  Slider,
  Switch,
  Tabs,
  Toast,
  ToggleGroup,
  Tooltip,
} from "radix-ui";
import { useState } from "react";
import { createRoot } from "react-dom/client";

const log = [];
window.log = log;
const note = (what) => () => {
  log.push(what);
};

function Menus() {
  return (
    <div>
      <DropdownMenu.Root>
        <DropdownMenu.Trigger>Account</DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content className="pop">
            <DropdownMenu.Item onSelect={note("profile")}>Profile</DropdownMenu.Item>
            <DropdownMenu.CheckboxItem onCheckedChange={(on) => log.push(`news ${on}`)}>
              Newsletter
            </DropdownMenu.CheckboxItem>
            <DropdownMenu.Sub>
              <DropdownMenu.SubTrigger>Share</DropdownMenu.SubTrigger>
              <DropdownMenu.Portal>
                <DropdownMenu.SubContent className="pop">
                  <DropdownMenu.Item onSelect={note("mail")}>By mail</DropdownMenu.Item>
                  <DropdownMenu.Item onSelect={note("link")}>By link</DropdownMenu.Item>
                </DropdownMenu.SubContent>
              </DropdownMenu.Portal>
            </DropdownMenu.Sub>
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
      <ContextMenu.Root>
        <ContextMenu.Trigger className="area">Right-click here</ContextMenu.Trigger>
        <ContextMenu.Portal>
          <ContextMenu.Content className="pop">
            <ContextMenu.Item onSelect={note("copy")}>Copy</ContextMenu.Item>
            <ContextMenu.Item onSelect={note("paste")}>Paste</ContextMenu.Item>
          </ContextMenu.Content>
        </ContextMenu.Portal>
      </ContextMenu.Root>
      <Menubar.Root>
        {["File", "Edit"].map((menu) => (
          <Menubar.Menu key={menu}>
            <Menubar.Trigger>{menu}</Menubar.Trigger>
            <Menubar.Portal>
              <Menubar.Content className="pop">
                {["First", "Second"].map((one) => (
                  <Menubar.Item key={one} onSelect={note(`${menu} ${one}`)}>
                    {one} of {menu}
                  </Menubar.Item>
                ))}
              </Menubar.Content>
            </Menubar.Portal>
          </Menubar.Menu>
        ))}
      </Menubar.Root>
      <NavigationMenu.Root>
        <NavigationMenu.List>
          <NavigationMenu.Item>
            <NavigationMenu.Trigger>Products</NavigationMenu.Trigger>
            <NavigationMenu.Content>
              <NavigationMenu.Link href="#lamps">Lamps</NavigationMenu.Link>
            </NavigationMenu.Content>
          </NavigationMenu.Item>
        </NavigationMenu.List>
        <NavigationMenu.Viewport />
      </NavigationMenu.Root>
    </div>
  );
}

function Dialogs() {
  const [isToastOpen, setToastOpen] = useState(false);
  return (
    <div>
      <Dialog.Root>
        <Dialog.Trigger>Edit profile</Dialog.Trigger>
        <Dialog.Portal>
          <Dialog.Overlay className="overlay" />
          <Dialog.Content className="dialog" aria-describedby={undefined}>
            <Dialog.Title>Your profile</Dialog.Title>
            <label>
              Nickname{" "}
              <input
                onInput={({ target }) => {
                  window.nickname = target.value;
                }}
              />
            </label>
            <Dialog.Close onClick={note("saved")}>Save</Dialog.Close>
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
      <AlertDialog.Root>
        <AlertDialog.Trigger>Delete account</AlertDialog.Trigger>
        <AlertDialog.Portal>
          <AlertDialog.Overlay className="overlay" />
          <AlertDialog.Content className="dialog">
            <AlertDialog.Title>Are you sure?</AlertDialog.Title>
            <AlertDialog.Description>This cannot be undone.</AlertDialog.Description>
            <AlertDialog.Cancel>Cancel</AlertDialog.Cancel>
            <AlertDialog.Action onClick={note("deleted")}>Yes, delete</AlertDialog.Action>
          </AlertDialog.Content>
        </AlertDialog.Portal>
      </AlertDialog.Root>
      <Popover.Root>
        <Popover.Trigger>Size</Popover.Trigger>
        <Popover.Portal>
          <Popover.Content className="pop">
            <label>
              Width{" "}
              <input
                onInput={({ target }) => {
                  window.width = target.value;
                }}
              />
            </label>
            <Popover.Close aria-label="Close size">×</Popover.Close>
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
      <HoverCard.Root openDelay={200}>
        <HoverCard.Trigger href="#ann">Ann</HoverCard.Trigger>
        <HoverCard.Portal>
          <HoverCard.Content className="pop">Has written 7 letters</HoverCard.Content>
        </HoverCard.Portal>
      </HoverCard.Root>
      <Tooltip.Provider delayDuration={200}>
        <Tooltip.Root>
          <Tooltip.Trigger>Print</Tooltip.Trigger>
          <Tooltip.Portal>
            <Tooltip.Content className="pop">Prints two pages</Tooltip.Content>
          </Tooltip.Portal>
        </Tooltip.Root>
      </Tooltip.Provider>
      <Toast.Provider>
        <button type="button" onClick={() => setToastOpen(true)}>
          Send
        </button>
        <Toast.Root open={isToastOpen} onOpenChange={setToastOpen}>
          <Toast.Title>Letter sent</Toast.Title>
          <Toast.Action altText="Undo sending" onClick={note("undone")}>
            Undo
          </Toast.Action>
        </Toast.Root>
        <Toast.Viewport className="toasts" />
      </Toast.Provider>
    </div>
  );
}

function Fields() {
  return (
    <div>
      <label htmlFor="city">City</label>
      <Select.Root onValueChange={(value) => log.push(`city ${value}`)}>
        <Select.Trigger id="city">
          <Select.Value placeholder="Choose a city" />
          <Select.Icon />
        </Select.Trigger>
        <Select.Portal>
          <Select.Content className="pop">
            <Select.Viewport>
              {["Graz", "Linz", "Vienna"].map((name) => (
                <Select.Item key={name} value={name}>
                  <Select.ItemText>{name}</Select.ItemText>
                </Select.Item>
              ))}
            </Select.Viewport>
          </Select.Content>
        </Select.Portal>
      </Select.Root>
      <p>
        <Checkbox.Root id="terms" className="box" onCheckedChange={(on) => log.push(`terms ${on}`)}>
          <Checkbox.Indicator>✓</Checkbox.Indicator>
        </Checkbox.Root>{" "}
        <label htmlFor="terms">Accept the terms</label>
      </p>
      <p>
        <label htmlFor="night">Night mode</label>{" "}
        <Switch.Root id="night" className="switch" onCheckedChange={(on) => log.push(`night ${on}`)}>
          <Switch.Thumb className="thumb" />
        </Switch.Root>
      </p>
      <RadioGroup.Root onValueChange={(value) => log.push(`size ${value}`)}>
        {["Small", "Large"].map((size) => (
          <p key={size}>
            <RadioGroup.Item className="box" value={size} id={size}>
              <RadioGroup.Indicator>●</RadioGroup.Indicator>
            </RadioGroup.Item>{" "}
            <label htmlFor={size}>{size}</label>
          </p>
        ))}
      </RadioGroup.Root>
      <Slider.Root className="slider" defaultValue={[40]} onValueCommit={([value]) => log.push(`volume ${value}`)}>
        <Slider.Track className="track">
          <Slider.Range />
        </Slider.Track>
        <Slider.Thumb className="knob" aria-label="Volume" />
      </Slider.Root>
      <ToggleGroup.Root type="multiple" onValueChange={(value) => log.push(`style ${value}`)}>
        <ToggleGroup.Item value="bold">Bold</ToggleGroup.Item>
        <ToggleGroup.Item value="italic">Italic</ToggleGroup.Item>
      </ToggleGroup.Root>
      <Tabs.Root defaultValue="1">
        <Tabs.List>
          <Tabs.Trigger value="1">Details</Tabs.Trigger>
          <Tabs.Trigger value="2">Reviews</Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value="1">A fine lamp</Tabs.Content>
        <Tabs.Content value="2">Five stars</Tabs.Content>
      </Tabs.Root>
      <Accordion.Root type="single" collapsible>
        {[
          ["How to pay?", "By card"],
          ["How to return?", "By post"],
        ].map(([question, answer]) => (
          <Accordion.Item key={question} value={question}>
            <Accordion.Header>
              <Accordion.Trigger>{question}</Accordion.Trigger>
            </Accordion.Header>
            <Accordion.Content>{answer}</Accordion.Content>
          </Accordion.Item>
        ))}
      </Accordion.Root>
    </div>
  );
}

createRoot(document.querySelector("#app")).render(
  <div className="page">
    <Menus />
    <Dialogs />
    <Fields />
  </div>,
);
