/** Returns a problem for each setting that another one requires. */
export function missingSettings(given: Record<string, string>): string[] {
  const problems: string[] = []
  if (given.DATABASE_URL && !given.SECRET_KEY)
    problems.push(
      'SECRET_KEY is required with DATABASE_URL: 32 bytes in base64, for example from `openssl rand -base64 32`',
    )
  if (given.DATABASE_DIRECT_URL && !given.DATABASE_URL)
    problems.push('DATABASE_DIRECT_URL needs DATABASE_URL, the same database through a pooler')
  if (given.SECRET_KEY_PREVIOUS && !given.SECRET_KEY)
    problems.push('SECRET_KEY_PREVIOUS needs SECRET_KEY: the key that replaces it')
  return problems
}
