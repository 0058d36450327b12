import pg from 'pg'

/**
 * Runs `work` on a connection outside of any pool, and closes it. A lost connection fails the statements of `work`.
 * @throws the error of the connection or of `work`
 */
export async function withClient<T>(
  config: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(config)
  // Without a listener, the error of a lost connection would end the process.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
