/** Returns what connects an agent to the address, in the words of its documentation. */
export const clientsAt = (address: string) =>
  [
    { client: 'claudeCode', text: `claude mcp add --transport http echolog ${address}` },
    { client: 'cursor', text: json({ mcpServers: { echolog: { url: address } } }) },
    { client: 'vsCode', text: json({ servers: { echolog: { type: 'http', url: address } } }) },
    { client: 'codex', text: `[mcp_servers.echolog]\nurl = "${address}"` },
    { client: 'web', text: address },
  ] as const

const json = (value: object) => JSON.stringify(value, null, 2)
