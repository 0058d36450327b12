/** Domain of the addresses of bots. It receives no mail (RFC 2606, section 2). */
const DOMAIN = 'bots.invalid'
const ADDRESS = /^bot\+([1-9]\d{0,9})@bots\.invalid$/

/** Returns the address of the bot with a database id, such as `bot+42@bots.invalid` (contract 4.1). */
export const botAddress = (id: number): string => `bot+${id}@${DOMAIN}`

/** Whether only bots can have a normalized address. */
export const isBotAddress = (address: string): boolean => /[@.]bots\.invalid$/.test(address)

/** Returns the database id in the address of a bot in any case. Null for another address. */
export function botIdOf(address: string): number | null {
  const id = Number(ADDRESS.exec(address.trim().toLowerCase())?.[1])
  return id <= 2_147_483_647 ? id : null
}
