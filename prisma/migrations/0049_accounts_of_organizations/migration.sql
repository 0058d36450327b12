-- An account of an organization has the address of another account, and acts in this organization only.
ALTER TABLE "accounts" ADD COLUMN "acts_in_id" INTEGER;
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_acts_in_id_fkey" FOREIGN KEY ("acts_in_id")
  REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE NO ACTION;
DROP INDEX "accounts_email_key";
-- By hand: an address has one account that belongs to no organization.
CREATE UNIQUE INDEX "accounts_email_acts_in_id_key" ON "accounts"("email", "acts_in_id") NULLS NOT DISTINCT;
