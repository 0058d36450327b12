import type { TestApp } from '../app.ts'

/** Seconds by which failures are stored later. */
export const HELD_S = 600

/**
 * Stores failed attempts as if they came later, until the test moves them back: the delays after them, which
 * last a few seconds by the database's clock, then do not end while a slow test runs.
 */
export async function keepDelays({ database }: TestApp): Promise<void> {
  await database.pool.query(`create function keep_delay() returns trigger language plpgsql as $$ begin
    if new.failures > 0 and new.last_at = now() then
      new.last_at := new.last_at + make_interval(secs => ${HELD_S});
    end if;
    return new; end $$`)
  await database.pool.query(`create trigger keep_delay before insert or update on failed_attempts
    for each row execute function keep_delay()`)
}
