/** Whether the domain of a normalized address is one of `domains`, or below one of them. */
export function isSenderDomain(address: string, domains: readonly string[]): boolean {
  const domain = address.replace(/^.*@/, '')
  return domains.some((one) => domain === one || domain.endsWith(`.${one}`))
}
