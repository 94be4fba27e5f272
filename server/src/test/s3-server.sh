#!/bin/bash
# Runs an S3 server for tests without Docker: one Ceph node with a monitor, an object daemon in memory
# and a gateway.
# Usage: s3-server.sh FOLDER S3_PORT MONITOR_PORT ACCESS_KEY SECRET_KEY
# Prints "ready" once the server responds. Ends and removes its processes and its folder when its
# standard input closes, which also happens when the parent dies in any way.
set -eu
dir=$1 s3_port=$2 monitor_port=$3 access_key=$4 secret_key=$5
export CEPH_CONF=$dir/ceph.conf
pids=()

clean_up() {
  trap - EXIT
  # No data needs a clean shutdown.
  [ ${#pids[@]} -eq 0 ] || kill -9 "${pids[@]}" 2>/dev/null || true
  wait 2>/dev/null || true
  rm -rf "$dir"
}
trap clean_up EXIT
trap 'exit 1' TERM INT HUP

# Runs a daemon in the background until this script ends. It must not inherit the two pipes: the
# parent would wait for the end of an open standard output.
daemon() {
  local name=$1
  shift
  "$@" </dev/null >>"$dir/$name.out" 2>&1 &
  pids+=($!)
}

# Repeats a command, because a busy machine may be too slow for one try. The commands are idempotent.
try() {
  for _ in 1 2 3 4; do
    if timeout 30 "$@"; then return; fi
  done
  return 1
}

fsid=$(cat /proc/sys/kernel/random/uuid)
mkdir -p "$dir"/{mon,osd,run,rgw}
cat >"$CEPH_CONF" <<CONF
[global]
fsid = $fsid
mon host = [v1:127.0.0.1:$monitor_port]
public network = 127.0.0.0/8
auth cluster required = none
auth service required = none
auth client required = none
ms bind msgr2 = false
run dir = $dir/run
admin socket = $dir/run/\$name.asok
log file = $dir/\$name.log
crash dir = $dir/run
pid file =
# One copy of everything, in memory, on one unmonitored node.
osd objectstore = memstore
memstore device bytes = 1073741824
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 1
osd pool default pgp num = 1
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
osd crush update on start = false
osd class update on start = false
osd max object name len = 256
osd op num shards = 1
mon allow pool size one = true
mon max pg per osd = 1000
mon data avail crit = 0
mon osd min up ratio = 0
# Commit changes at once instead of collecting them for a second.
paxos propose interval = 0.02
paxos min wait = 0.01
[mon.a]
mon data = $dir/mon
[osd.0]
osd data = $dir/osd
[client.rgw]
rgw data = $dir/rgw
rgw frontends = beast endpoint=127.0.0.1:$s3_port
rgw thread pool size = 16
rgw enable usage log = false
rgw dynamic resharding = false
rgw relaxed s3 bucket names = true
rgw gc max objs = 1
rgw lc max objs = 1
CONF

{
  monmaptool --create --addv a "[v1:127.0.0.1:$monitor_port]" --fsid "$fsid" "$dir/monmap"
  ceph-mon --mkfs -i a --monmap "$dir/monmap"
  daemon mon ceph-mon -i a -f

  osd_uuid=$(cat /proc/sys/kernel/random/uuid)
  try ceph osd new "$osd_uuid"
  try ceph osd crush add osd.0 1.0 root=default host=local
  ceph-osd -i 0 --mkfs --osd-uuid "$osd_uuid"
  daemon osd ceph-osd -i 0 -f
  # The daemon sometimes dies right after its start, so start it again.
  for _ in $(seq 100); do
    if timeout 10 ceph osd stat | grep -q '1 up'; then break; fi
    kill -0 "${pids[-1]}" || daemon osd ceph-osd -i 0 -f
    sleep 0.1
  done

  # Without the object daemon, this command would wait forever.
  for _ in 1 2 3 4; do
    if timeout 15 radosgw-admin -n client.rgw user create --uid=test --display-name=test \
      --access-key="$access_key" --secret-key="$secret_key" ||
      timeout 15 radosgw-admin -n client.rgw user info --uid=test; then
      break
    fi
    kill -0 "${pids[-1]}" || daemon osd ceph-osd -i 0 -f
  done
  daemon rgw radosgw -f -n client.rgw
} </dev/null >>"$dir/setup.log" 2>&1 || {
  echo "the S3 server did not start: $(tail -n 3 "$dir/setup.log" | tr '\n' ' ')" >&2
  exit 1
}

for _ in $(seq 300); do
  if (exec 3<>"/dev/tcp/127.0.0.1/$s3_port") 2>/dev/null; then
    echo ready
    cat >/dev/null
    exit 0
  fi
  kill -0 "${pids[-1]}" 2>/dev/null || break
  sleep 0.1
done
echo "the S3 gateway did not answer: $(tail -n 3 "$dir/rgw.out" | tr '\n' ' ')" >&2
exit 1
