/** Ant Design: forms, tables, trees and messages. `window.model` is the data of the page. */
import {
  AutoComplete,
  Button,
  Cascader,
  Collapse,
  ConfigProvider,
  DatePicker,
  Drawer,
  Dropdown,
  Form,
  Input,
  InputNumber,
  Menu,
  Modal,
  message,
  Pagination,
  Popconfirm,
  Radio,
  Rate,
  Segmented,
  Select,
  Slider,
  Space,
  Switch,
  Table,
  Tabs,
  Tooltip,
  Transfer,
  Tree,
  TreeSelect,
  Upload,
} from "antd";
import dayjs from "dayjs";
import { useState } from "react";
import { createRoot } from "react-dom/client";

const model = {};
window.model = model;
const set = (key) => (value) => {
  model[key] = value;
};

function Dialogs() {
  const [modal, setModal] = useState(false);
  const [drawer, setDrawer] = useState(false);
  const [says, holder] = message.useMessage({ duration: 30 });
  return (
    <Space wrap>
      {holder}
      <Dropdown
        trigger={["click"]}
        menu={{
          items: [
            { key: "profile", label: "Profile" },
            { key: "orders", label: "Orders" },
          ],
          onClick: ({ key }) => set("menu")(key),
        }}
      >
        <Button>Account</Button>
      </Dropdown>
      <Button onClick={() => setModal(true)}>Close account</Button>
      <Modal
        title="Are you sure?"
        open={modal}
        okText="Yes, close it"
        onOk={() => {
          setModal(false);
          set("closed")(true);
        }}
        onCancel={() => setModal(false)}
      >
        <p>Your orders will be lost.</p>
      </Modal>
      <Button onClick={() => setDrawer(true)}>Filters</Button>
      <Drawer title="Filters" open={drawer} onClose={() => setDrawer(false)}>
        In stock <Switch aria-label="In stock" onChange={set("stock")} />
      </Drawer>
      <Button onClick={() => says.success("Draft saved")}>Save</Button>
      <Popconfirm title="Remove the lamp?" onConfirm={() => set("removed")(true)}>
        <Button>Remove</Button>
      </Popconfirm>
      <Tooltip title="Prints two pages">
        <Button>Print</Button>
      </Tooltip>
    </Space>
  );
}

function Entry() {
  return (
    <Form labelCol={{ span: 6 }} onFinish={set("sent")}>
      <Form.Item label="Name" name="name" rules={[{ required: true, message: "Please give a name" }]}>
        <Input />
      </Form.Item>
      <Form.Item label="City" name="city">
        <Select onChange={set("city")} options={["Graz", "Linz", "Vienna"].map((value) => ({ value, label: value }))} />
      </Form.Item>
      <Form.Item label="Colours" name="colours">
        <Select
          mode="multiple"
          showSearch
          onChange={set("colours")}
          options={["Red", "Green", "Blue", "Black", "Brown"].map((value) => ({ value, label: value }))}
        />
      </Form.Item>
      <Form.Item label="Arrival" name="arrival">
        <DatePicker defaultPickerValue={dayjs("2026-03-10")} onChange={(_, text) => set("arrival")(text)} />
      </Form.Item>
      <Form.Item label="Amount" name="amount">
        <InputNumber min={0} onChange={set("amount")} />
      </Form.Item>
      <Form.Item label="Place" name="place">
        <Cascader
          onChange={set("place")}
          options={[
            {
              value: "at",
              label: "Austria",
              children: [
                { value: "vie", label: "Vienna" },
                { value: "grz", label: "Graz" },
              ],
            },
            { value: "it", label: "Italy", children: [{ value: "rom", label: "Rome" }] },
          ]}
        />
      </Form.Item>
      <Form.Item label="Street" name="street">
        <AutoComplete
          onSelect={set("street")}
          showSearch={{ filterOption: true }}
          options={[{ value: "Main Road" }, { value: "Mill Lane" }]}
        />
      </Form.Item>
      <Form.Item label="Part" name="part">
        <TreeSelect
          onChange={set("part")}
          treeData={[{ value: "lamp", title: "Lamp", children: [{ value: "bulb", title: "Bulb" }] }]}
        />
      </Form.Item>
      <Button htmlType="submit" type="primary">
        Send
      </Button>
    </Form>
  );
}

const ROWS = Array.from({ length: 12 }, (_, n) => ({
  key: n,
  name: `Item ${n + 1}`,
  price: (n * 5) % 12,
  kind: n % 2 ? "Lamp" : "Chair",
}));

function Things() {
  const [moved, setMoved] = useState([]);
  return (
    <div>
      <Table
        size="small"
        rowSelection={{ onChange: (_, rows) => set("chosen")(rows.map(({ name }) => name)) }}
        pagination={{ pageSize: 3 }}
        dataSource={ROWS}
        columns={[
          { title: "Name", dataIndex: "name" },
          { title: "Price", dataIndex: "price", sorter: (a, b) => a.price - b.price },
          {
            title: "Kind",
            dataIndex: "kind",
            filters: [
              { text: "Lamp", value: "Lamp" },
              { text: "Chair", value: "Chair" },
            ],
            onFilter: (value, row) => row.kind === value,
          },
        ]}
        onChange={(page, _filters, _sorter, { currentDataSource }) => {
          model.rows = currentDataSource.slice((page.current - 1) * 3, page.current * 3).map(({ name }) => name);
        }}
      />
      <Tree
        checkable
        onCheck={set("checked")}
        treeData={[
          {
            key: "fruit",
            title: "Fruit",
            children: [
              { key: "apple", title: "Apple" },
              { key: "pear", title: "Pear" },
            ],
          },
        ]}
      />
      <Transfer
        dataSource={["Ann", "Bob"].map((key) => ({ key, title: key }))}
        targetKeys={moved}
        onChange={(keys) => {
          setMoved(keys);
          model.moved = keys;
        }}
        render={({ title }) => title}
      />
    </div>
  );
}

function Small() {
  return (
    <div>
      <Menu
        mode="horizontal"
        onClick={({ key }) => set("nav")(key)}
        items={[
          { key: "home", label: "Home" },
          {
            key: "shop",
            label: "Shop",
            children: [
              { key: "lamps", label: "Lamps" },
              { key: "chairs", label: "Chairs" },
            ],
          },
        ]}
      />
      <Tabs
        items={[
          { key: "1", label: "Details", children: "A fine lamp" },
          { key: "2", label: "Reviews", children: "Five stars" },
        ]}
      />
      <Collapse items={[{ key: "1", label: "How to pay?", children: "By card" }]} />
      <Radio.Group onChange={({ target }) => set("size")(target.value)}>
        <Radio value="s">Small</Radio>
        <Radio value="l">Large</Radio>
      </Radio.Group>
      <Segmented options={["Daily", "Weekly"]} onChange={set("period")} />
      <Rate onChange={set("rating")} />
      <Slider ariaLabelForHandle="Volume" defaultValue={30} onChangeComplete={set("volume")} />
      <Upload
        action="/upload"
        onChange={({ file }) => {
          model.upload = `${file.name} ${file.status}`;
        }}
      >
        <Button>Attach</Button>
      </Upload>
      <Pagination defaultCurrent={1} total={50} onChange={set("page")} />
    </div>
  );
}

createRoot(document.querySelector("#app")).render(
  <ConfigProvider>
    <Dialogs />
    <div style={{ display: "grid", gridTemplateColumns: "400px 400px 400px", gap: 16 }}>
      <Entry />
      <Things />
      <Small />
    </div>
  </ConfigProvider>,
);
