import { Gauge, type Registry } from 'prom-client'
import type { Lag } from './lag.ts'

const LAG: Record<keyof Lag, [name: string, help: string]> = {
  eventsWaiting: [
    'events_waiting',
    '1 while recorded events have no number and are not queued for webhooks yet.',
  ],
  eventSeconds: ['oldest_waiting_event_age_seconds', 'Age of the oldest recorded event without a number.'],
  deliveriesDue: ['deliveries_due', 'Deliveries that are due, counted up to 10000.'],
  deliveriesPending: [
    'deliveries_pending',
    'Deliveries still to be made, due or later, counted up to 10000.',
  ],
  dueSeconds: ['oldest_due_delivery_age_seconds', 'How long the longest waiting delivery has been due.'],
  queuesLeased: ['lanes_leased', 'Queues of webhooks that a worker holds.'],
  webhooksDisabled: ['webhooks_disabled', 'Webhooks that are disabled: their deliveries are held.'],
  mailsDue: ['mails_due', 'Mails that are due, counted up to 10000.'],
  mailSeconds: ['oldest_due_mail_age_seconds', 'How long the longest waiting mail has been due.'],
}
/** Registers the gauges of the lag. Returns a function that sets them. Null removes their values. */
export function createLagGauges(registry: Registry): (lag: Lag | null) => void {
  const gauges = Object.entries(LAG).map(([key, [name, help]]) => ({
    key: key as keyof Lag,
    gauge: new Gauge({ name: `echolog_${name}`, help, registers: [registry] }),
  }))
  return (lag) => {
    for (const { key, gauge } of gauges)
      if (lag) gauge.set(Number(lag[key]))
      else gauge.remove()
  }
}
