import { readFileSync } from 'node:fs'

/** Resident memory of a process, in megabytes. */
export function residentMb(pid: number): number {
  return megabytesOf(readFileSync(`/proc/${pid}/status`, 'utf8'), 'VmRSS')
}

/** The most resident memory that a process has had, in megabytes. 0 for one that has ended. */
export function peakResidentMb(pid: number): number {
  try {
    return megabytesOf(readFileSync(`/proc/${pid}/status`, 'utf8'), 'VmHWM') || 0
  } catch {
    return 0
  }
}

function megabytesOf(status: string, field: string): number {
  const [, kilobytes] = new RegExp(`${field}:\\s+(\\d+) kB`).exec(status) ?? []
  return Number(kilobytes) / 1024
}
