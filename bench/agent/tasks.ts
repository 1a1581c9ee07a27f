/** All tasks, by site. */
import { tasks as account } from "./sites/account.ts";
import { tasks as bike } from "./sites/bike.ts";
import { tasks as bookshop } from "./sites/bookshop.ts";
import { tasks as careers } from "./sites/careers.ts";
import { tasks as charity } from "./sites/charity.ts";
import { tasks as chores } from "./sites/chores.ts";
import { tasks as cinema } from "./sites/cinema.ts";
import { tasks as cita } from "./sites/cita.ts";
import { tasks as clinic } from "./sites/clinic.ts";
import { tasks as club } from "./sites/club.ts";
import { tasks as cookies } from "./sites/cookies.ts";
import { tasks as council } from "./sites/council.ts";
import { tasks as coupons } from "./sites/coupons.ts";
import { tasks as courier } from "./sites/courier.ts";
import { tasks as depot } from "./sites/depot.ts";
import { tasks as drive } from "./sites/drive.ts";
import { tasks as energy } from "./sites/energy.ts";
import { tasks as exports } from "./sites/exports.ts";
import { tasks as faq } from "./sites/faq.ts";
import { tasks as feed } from "./sites/feed.ts";
import { tasks as festival } from "./sites/festival.ts";
import { tasks as flats } from "./sites/flats.ts";
import { tasks as flights } from "./sites/flights.ts";
import { tasks as forum } from "./sites/forum.ts";
import { tasks as gazette } from "./sites/gazette.ts";
import { tasks as helpdesk } from "./sites/helpdesk.ts";
import { tasks as hotel } from "./sites/hotel.ts";
import { tasks as intranet } from "./sites/intranet.ts";
import { tasks as invoices } from "./sites/invoices.ts";
import { tasks as izakaya } from "./sites/izakaya.ts";
import { tasks as kanban } from "./sites/kanban.ts";
import { tasks as kettles } from "./sites/kettles.ts";
import { tasks as laptops } from "./sites/laptops.ts";
import { tasks as ledger } from "./sites/ledger.ts";
import { tasks as magazine } from "./sites/magazine.ts";
import { tasks as mailinglist } from "./sites/mailinglist.ts";
import { tasks as mediatheque } from "./sites/mediatheque.ts";
import { tasks as museum } from "./sites/museum.ts";
import { tasks as orgtree } from "./sites/orgtree.ts";
import { tasks as parking } from "./sites/parking.ts";
import { tasks as passless } from "./sites/passless.ts";
import { tasks as password } from "./sites/password.ts";
import { tasks as petition } from "./sites/petition.ts";
import { tasks as planner } from "./sites/planner.ts";
import { tasks as playlist } from "./sites/playlist.ts";
import { tasks as printshop } from "./sites/printshop.ts";
import { tasks as projects } from "./sites/projects.ts";
import { tasks as quote } from "./sites/quote.ts";
import { tasks as recipe } from "./sites/recipe.ts";
import { tasks as registry } from "./sites/registry.ts";
import { tasks as report } from "./sites/report.ts";
import { tasks as signature } from "./sites/signature.ts";
import { tasks as solar } from "./sites/solar.ts";
import { tasks as spares } from "./sites/spares.ts";
import { tasks as staff } from "./sites/staff.ts";
import { tasks as statements } from "./sites/statements.ts";
import { tasks as stock } from "./sites/stock.ts";
import { tasks as streaming } from "./sites/streaming.ts";
import { tasks as survey } from "./sites/survey.ts";
import { tasks as tags } from "./sites/tags.ts";
import { tasks as teashop } from "./sites/teashop.ts";
import { tasks as thermostat } from "./sites/thermostat.ts";
import { tasks as tickets } from "./sites/tickets.ts";
import { tasks as timesheet } from "./sites/timesheet.ts";
import { tasks as topup } from "./sites/topup.ts";
import { tasks as transfer } from "./sites/transfer.ts";
import { tasks as vault } from "./sites/vault.ts";
import { tasks as weathermap } from "./sites/weathermap.ts";
import { tasks as webmail } from "./sites/webmail.ts";
import { tasks as wiki } from "./sites/wiki.ts";
import type { Task } from "./task.ts";

export const TASKS: readonly Task[] = [
  account,
  bike,
  bookshop,
  careers,
  charity,
  chores,
  cinema,
  cita,
  clinic,
  club,
  cookies,
  council,
  coupons,
  courier,
  depot,
  drive,
  energy,
  exports,
  faq,
  feed,
  festival,
  flats,
  flights,
  forum,
  gazette,
  helpdesk,
  hotel,
  intranet,
  invoices,
  izakaya,
  kanban,
  kettles,
  laptops,
  ledger,
  magazine,
  mailinglist,
  mediatheque,
  museum,
  orgtree,
  parking,
  passless,
  password,
  petition,
  planner,
  playlist,
  printshop,
  projects,
  quote,
  recipe,
  registry,
  report,
  signature,
  solar,
  spares,
  staff,
  statements,
  stock,
  streaming,
  survey,
  tags,
  teashop,
  thermostat,
  tickets,
  timesheet,
  topup,
  transfer,
  vault,
  weathermap,
  webmail,
  wiki,
].flat();
