/** The most memory that the process takes while `work` runs, beyond what it had, in bytes. */
export async function growth(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage().rss
  let most = before
  const look = () => (most = Math.max(most, process.memoryUsage().rss))
  const looking = setInterval(look, 5)
  try {
    await work()
    look()
  } finally {
    clearInterval(looking)
  }
  return most - before
}
