import { readFileSync } from 'node:fs'

/** Settings that contain a secret. Each can be read from the file that the variable `<setting>_FILE` names. */
const SECRET_SETTINGS = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'SECRET_KEY',
  'SECRET_KEY_PREVIOUS',
  'METRICS_TOKEN',
  'SMTP_URL',
  'OIDC_CLIENT_SECRET',
  'MAIL_REPORT_TOKEN',
] as const

type SecretFiles = {
  /** Contents by setting. White space at both ends, such as a newline, is removed. */
  contents: Record<string, string>
  /** A problem for each file that cannot be read or is empty, and for each setting that is given twice, by setting. */
  problems: Record<string, string>
}

/** Reads the secrets that files contain. */
export function readSecretFiles(env: NodeJS.ProcessEnv): SecretFiles {
  const contents: Record<string, string> = {}
  const problems: Record<string, string> = {}
  for (const name of SECRET_SETTINGS) {
    const variable = `${name}_FILE`
    const path = env[variable]?.trim()
    if (!path) continue
    const content = readFile(path)
    if (env[name]?.trim()) problems[name] = `${name} and ${variable} are both set: remove one of them`
    else if (content === null)
      problems[name] = `${variable} must be the path of a file that this user can read, not "${path}"`
    else if (content === '') problems[name] = `${variable} names an empty file: "${path}"`
    else contents[name] = content
  }
  return { contents, problems }
}

function readFile(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return null
  }
}
