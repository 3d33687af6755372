-- One app's secret may be that of several channels: its deliveries speak of all of them.
alter table deliveries add column signers text[];
