/** Classifies IP addresses by the IANA special-purpose registries. The only importer of ipaddr.js. */
import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** `loopback` and `private` may be allowed by a setting; all others except `public` are always refused. */
export type AddressKind = "public" | "loopback" | "private" | "metadata" | "link-local" | "unusable";

/** Strictest first: an address that embeds another one gets the stricter kind of both. */
const STRICTEST: readonly AddressKind[] = ["metadata", "link-local", "unusable", "loopback", "private", "public"];

/**
 * Metadata services of clouds besides 169.254.0.0/16: AWS over IPv6 (all of its local services), Google over IPv6, Scaleway over
 * IPv6, Alibaba, Azure's host, an older one of Oracle.
 */
const METADATA = [
  "fd00:ec2::/32",
  "fd20:ce::254/128",
  "fd00:42::42/128",
  "100.100.100.200/32",
  "168.63.129.16/32",
  "192.0.0.192/32",
].map((range) => ipaddr.parseCIDR(range));

/** Ranges of ipaddr.js that are not public; all others are. */
const RANGES: Record<string, AddressKind> = {
  loopback: "loopback",
  private: "private",
  carrierGradeNat: "private",
  uniqueLocal: "private",
  deprecatedSiteLocal: "private",
  // Test networks, and 198.18.0.0/15, which some VPNs use for every name.
  reserved: "private",
  benchmarking: "private",
  discard: "private",
  linkLocal: "link-local",
  unspecified: "unusable",
  broadcast: "unusable",
  multicast: "unusable",
};

/** The normalized address: IPv4-mapped IPv6 (`::ffff:127.0.0.1`) becomes IPv4. Undefined for any other text. */
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
  // 192.0.0.0/24 is for protocols, 240.0.0.0/4 is unassigned: no site is there.
  if (range === "reserved" && address instanceof ipaddr.IPv4) {
    const [first = 0, second = 0, third = 0] = address.octets;
    if (first >= 240 || (first === 192 && second === 0 && third === 0)) return "unusable";
  }
  return RANGES[range] ?? "public";
}

/**
 * IPv4 addresses embedded in an IPv6 address: IPv4-compatible, NAT64 (RFC 6052, RFC 8215), SIIT (RFC 6145), 6to4, Teredo (server,
 * and client with all bits inverted), ISATAP.
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
    // `::` and `::1` do not embed 0.0.0.0 and 0.0.0.1.
    [begins(0, 0, 0, 0, 0, 0) && (g > 0 || h > 1), at(6)],
    [begins(0, 0, 0, 0, 0xffff, 0), at(6)],
    [begins(0x64, 0xff9b), at(6)],
    // A local translator may embed the address after 48 bits, with a zero octet in the middle.
    [begins(0x64, 0xff9b, 1), new ipaddr.IPv4([d >> 8, d & 255, e & 255, f >> 8])],
    [begins(0x2002), at(1)],
    [begins(0x2001, 0), at(2), at(6, 0xffff)],
    [(e & 0xfdff) === 0 && f === 0x5efe, at(6)],
  ];
  return rules.flatMap(([applies, ...found]) => (applies ? found : []));
}
