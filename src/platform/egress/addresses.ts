/**
 * What an address is for, read from the registries of special-purpose addresses: whose business it is to be reached from a
 * browser. Knows no names, no ports and no sockets. The one door of ipaddr.js.
 */
import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * `public`: open to all. `loopback` and `private`: this machine and the networks around it. Everything else is a reason to
 * refuse, whatever the settings say.
 */
export type AddressKind = "public" | "loopback" | "private" | "metadata" | "link-local" | "unusable";

/** From the strictest: an address that carries another one is as bad as the worse of both. */
const STRICTEST: readonly AddressKind[] = ["metadata", "link-local", "unusable", "loopback", "private", "public"];

/**
 * Where clouds tell machines about themselves, beside 169.254.0.0/16: AWS over IPv6 (all of its local services), Google
 * over IPv6, Scaleway over IPv6, Alibaba, Azure's host, Oracle's older one.
 */
const METADATA = [
  "fd00:ec2::/32",
  "fd20:ce::254/128",
  "fd00:42::42/128",
  "100.100.100.200/32",
  "168.63.129.16/32",
  "192.0.0.192/32",
].map((range) => ipaddr.parseCIDR(range));

/** The names of ranges in ipaddr.js that are not public, by what they mean here. Its own names for the rest are public. */
const RANGES: Record<string, AddressKind> = {
  loopback: "loopback",
  private: "private",
  carrierGradeNat: "private",
  uniqueLocal: "private",
  deprecatedSiteLocal: "private",
  // Test networks, and 198.18.0.0/15, in which some VPNs answer for every name.
  reserved: "private",
  benchmarking: "private",
  discard: "private",
  linkLocal: "link-local",
  unspecified: "unusable",
  broadcast: "unusable",
  multicast: "unusable",
};

/** The address in its own words: IPv4 that came as IPv6 (`::ffff:127.0.0.1`) is IPv4 again. Undefined for what is none. */
export function plainAddress(text: string): string | undefined {
  if (!ipaddr.isValid(text)) return undefined;
  return ipaddr.process(text).toString();
}

export function addressKind(text: string): AddressKind {
  const address = ipaddr.process(text);
  const kinds = [address, ...carried(address)].map(kindOf);
  return STRICTEST.find((kind) => kinds.includes(kind)) ?? "public";
}

function kindOf(address: Address): AddressKind {
  if (METADATA.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits)))
    return "metadata";
  const range = address.range() as string;
  // 192.0.0.0/24 is for the protocols themselves, 240.0.0.0/4 for nobody: no site is there.
  if (range === "reserved" && address instanceof ipaddr.IPv4) {
    const [first = 0, second = 0, third = 0] = address.octets;
    if (first >= 240 || (first === 192 && second === 0 && third === 0)) return "unusable";
  }
  return RANGES[range] ?? "public";
}

/**
 * The IPv4 addresses that an IPv6 address leads to by a relay or a translator: IPv4-compatible, NAT64 (RFC 6052, RFC 8215),
 * SIIT (RFC 6145), 6to4, Teredo (its server, and its client with all bits turned), ISATAP.
 */
function carried(address: Address): ipaddr.IPv4[] {
  if (!(address instanceof ipaddr.IPv6)) return [];
  const { parts } = address;
  const at = (index: number, flip = 0): ipaddr.IPv4 => {
    const [high = 0, low = 0] = parts.slice(index, index + 2).map((part) => part ^ flip);
    return new ipaddr.IPv4([high >> 8, high & 255, low >> 8, low & 255]);
  };
  const [, , , d = 0, e = 0, f = 0, g = 0, h = 0] = parts;
  const begins = (...words: number[]) => words.every((word, index) => parts[index] === word);
  const rules: [applies: boolean, ...found: ipaddr.IPv4[]][] = [
    // `::` and `::1` are addresses of their own, not 0.0.0.0 and 0.0.0.1.
    [begins(0, 0, 0, 0, 0, 0) && (g > 0 || h > 1), at(6)],
    [begins(0, 0, 0, 0, 0xffff, 0), at(6)],
    [begins(0x64, 0xff9b), at(6)],
    // A local translator may put the address behind 48 bits, with an octet of zeros in its middle.
    [begins(0x64, 0xff9b, 1), new ipaddr.IPv4([d >> 8, d & 255, e & 255, f >> 8])],
    [begins(0x2002), at(1)],
    [begins(0x2001, 0), at(2), at(6, 0xffff)],
    [(e & 0xfdff) === 0 && f === 0x5efe, at(6)],
  ];
  return rules.flatMap(([applies, ...found]) => (applies ? found : []));
}
