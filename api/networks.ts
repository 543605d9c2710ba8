import { BlockList, isIP } from 'node:net';

/** Addresses and networks, with commas between them. @returns `null` where one of these is neither an address nor a network */
export function readNetworks(text: string): BlockList | null {
  const list = new BlockList();
  for (const network of text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    const most = family === 'ipv6' ? 128 : 32;
    if (!isIP(address) || (bits !== undefined && !(/^\d{1,3}$/.test(bits) && Number(bits) <= most)))
      return null;
    list.addSubnet(address, bits === undefined ? most : Number(bits), family);
  }
  return list;
}
