import type { Random } from '../random.ts'

const MAX = 5000
/** Maximum number of voters drawn one by one. Some people are drawn far more often than others. */
const MAX_DRAWN = 50

/** Picks distinct people other than the submitter: usually a few, occasionally up to 60 % of all people. */
export function pickVoters(random: Random, people: number[], submitterId: number): number[] {
  const most = Math.min(MAX, Math.floor(people.length * 0.6))
  const count = Math.min(random.pareto(1.25) - 1 + random.integer(0, 2), most)
  return count <= Math.min(MAX_DRAWN, people.length / 4)
    ? drawn(random, people, submitterId, count)
    : strided(random, people, submitterId, count)
}

function drawn(random: Random, people: number[], submitterId: number, count: number): number[] {
  const voters = new Set<number>()
  while (voters.size < count) {
    const voter = people[Math.floor(people.length * random.next() ** 1.5)] as number
    if (voter !== submitterId) voters.add(voter)
  }
  return [...voters]
}

/** Picks people at a fixed step. The step is coprime to the number of people, so no person is picked twice. */
function strided(random: Random, people: number[], submitterId: number, count: number): number[] {
  let step = random.integer(1, people.length - 1)
  while (greatestCommonDivisor(step, people.length) > 1) step = (step % people.length) + 1
  const voters: number[] = []
  for (
    let at = random.integer(0, people.length - 1);
    voters.length < count;
    at = (at + step) % people.length
  ) {
    const voter = people[at] as number
    if (voter !== submitterId) voters.push(voter)
  }
  return voters
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}
