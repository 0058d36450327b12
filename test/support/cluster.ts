import { run, type Program } from './program.ts'

type Role = 'web' | 'worker'
export type Member = { role: Role; program: Program; url: string | null; ready: Promise<unknown> }

export type Cluster = {
  members: Member[]
  /** Base URLs of the web processes that are listening. */
  urls(): string[]
  /** Kills a member with SIGKILL and starts another one of the same role. */
  replace(member: Member): Promise<void>
  /** Stops every member. */
  stop(): Promise<void>
}

/** Starts several processes of the service on one database. */
export async function startCluster(
  { database, secretKey }: { database: { url: string }; secretKey: Buffer },
  roles: Role[],
  settings: Record<string, string> = {},
): Promise<Cluster> {
  const members: Member[] = []
  const start = (role: Role): Member => {
    const program = run('src/main.ts', {
      DATABASE_URL: database.url,
      SECRET_KEY: secretKey.toString('base64'),
      ROLES: role,
      PORT: '0',
      LOG_LEVEL: 'error',
      WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
      RATE_LIMIT_PER_MINUTE: '0',
      // On a busy machine, a request waits longer than by default.
      DATABASE_TIMEOUT: '60s',
      ...settings,
    })
    const member: Member = { role, program, url: null, ready: program.started }
    if (role === 'web')
      member.ready = program.listening.then(
        (url) => (member.url = url),
        () => {},
      )
    members.push(member)
    return member
  }
  const end = async ({ program }: Member) => {
    program.process.kill('SIGKILL')
    await program.ended
  }
  await Promise.all(roles.map((role) => start(role).ready))
  return {
    members,
    urls: () => members.flatMap(({ url }) => (url === null ? [] : [url])),
    async replace(member) {
      members.splice(members.indexOf(member), 1)
      await end(member)
      start(member.role)
    },
    stop: async () => void (await Promise.all(members.splice(0).map(end))),
  }
}
