import type pg from 'pg'
import { copyLine, copyRows } from '../copy-rows.ts'
import type { Random } from '../random.ts'

const FIRST =
  `Ada Amara Andrei Anna Bruno Carla Chen Chiara Daniel Dilan Elena Emeka Farah Felix Greta Hana Hugo Ines
  Ivan Jana Jonas Kaito Lara Leila Lena Liam Lucia Magnus Mai Marta Mateo Mina Nadia Noah Olga Omar Paula Priya Rafael
  Rosa Samir Sofia Tariq Theo Tove Uma Viktor Wei Yara Zoe`.split(/\s+/)
const LAST =
  `Abe Almeida Becker Bianchi Costa Dahl Diaz Eriksen Fischer Garcia Haddad Hansen Ito Jansen Kaya Keller
  Kim Kowalski Lang Larsen Lopez Mancini Meyer Moreau Nakamura Novak Okafor Olsen Patel Petrov Quist Rossi Sato
  Schmid Silva Singh Sousa Tanaka Vogel Wagner Wang Weiss Yilmaz Zhou`.split(/\s+/)
const LABELS = ['beta', 'champion', 'enterprise', 'free', 'partner', 'pro', 'trial']
const PLANS = ['free', 'team', 'business', 'enterprise']

const COLUMNS =
  'users (organization_id, id, email, name, customer_since, starred, labels, custom_fields, created_at, updated_at)'

/** Stores customers with these ids, who joined in the three months before `from`. */
export async function addPeople(
  client: pg.PoolClient,
  random: Random,
  { organizationId, ids, from }: { organizationId: number; ids: number[]; from: Date },
): Promise<void> {
  let lines = ''
  for (const id of ids) {
    const name = `${random.pick(FIRST)} ${random.pick(LAST)}`
    const since = new Date(from.getTime() - random.integer(0, 90 * 86_400_000))
    const labels = random.chance(0.6) ? [...new Set([random.pick(LABELS), random.pick(LABELS)])] : []
    const fields = JSON.stringify({ plan: random.pick(PLANS), seats: random.pareto(0.9) % 5000 })
    // The id makes the address unique across runs.
    const email = `${name.toLowerCase().replace(' ', '.')}.${id}@customers.example`
    lines += copyLine([
      organizationId,
      id,
      email,
      name,
      since,
      random.chance(0.03),
      `{${labels.join(',')}}`,
      fields,
      since,
      since,
    ])
  }
  await copyRows(client, COLUMNS, lines)
}
