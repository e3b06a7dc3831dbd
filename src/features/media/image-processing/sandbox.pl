# Starts a program in a sandbox of the Linux kernel that needs no privileges: Landlock for files, seccomp for system calls.
#   perl sandbox.pl READABLE-PATH... -- PROGRAM ARGUMENT...
# The program can read the given paths. It cannot write files, open a socket, start a process, or signal or inspect another one, and it
# ends with the process that started it. In Perl, because Node cannot make system calls, and Perl is part of every Debian.
# Why, and alternatives: docs/decisions/0031-sandboxed-decoder.md
use strict;
use warnings;
use POSIX qw(EPERM ENOSYS uname);

# The kernel has no Landlock, or a parent forbids it. The caller may start the program without a sandbox.
my $UNAVAILABLE = 71;

my %ARCHITECTURES = (
    x86_64  => { column => 0, audit => 0xC000003E },
    aarch64 => { column => 1, audit => 0xC00000B7 },
);
# Numbers on x64 and arm64; undef where a system call does not exist.
my %DENIED = (
    # Sockets. Standard input and output are read and written without these.
    socket => [41, 198], socketpair => [53, 199], connect => [42, 203], bind => [49, 200], listen => [50, 201],
    accept => [43, 202], accept4 => [288, 242], sendto => [44, 206], sendmsg => [46, 211], sendmmsg => [307, 269],
    # Processes. Threads are created by clone, see below.
    fork => [57, undef], vfork => [58, undef],
    # Other processes of the same user.
    ptrace => [101, 117], process_vm_readv => [310, 270], process_vm_writev => [311, 271], kcmp => [312, 272],
    tkill => [200, 130], rt_sigqueueinfo => [129, 138], rt_tgsigqueueinfo => [297, 240],
    pidfd_open => [434, 434], pidfd_getfd => [438, 438], pidfd_send_signal => [424, 424], process_madvise => [440, 440],
    setpriority => [141, 140], ioprio_set => [251, 30], sched_setaffinity => [203, 122],
    sched_setscheduler => [144, 119], sched_setattr => [314, 274],
    shmget => [29, 194], shmat => [30, 196], semget => [64, 190], msgget => [68, 186], mq_open => [240, 180],
    # Attributes of files, which Landlock does not cover.
    chmod => [90, undef], fchmod => [91, 52], fchmodat => [268, 53], fchmodat2 => [452, 452],
    chown => [92, undef], lchown => [94, undef], fchown => [93, 55], fchownat => [260, 54],
    utime => [132, undef], utimes => [235, undef], futimesat => [261, undef], utimensat => [280, 88],
    truncate => [76, 45], setxattr => [188, 5], lsetxattr => [189, 6], fsetxattr => [190, 7],
    removexattr => [197, 14], lremovexattr => [198, 15], fremovexattr => [199, 16],
    name_to_handle_at => [303, 264], open_by_handle_at => [304, 265],
    # Parts of the kernel with many vulnerabilities in the past.
    io_uring_setup => [425, 425], userfaultfd => [323, 282], perf_event_open => [298, 241], bpf => [321, 280],
    add_key => [248, 217], request_key => [249, 218], keyctl => [250, 219],
    mount => [165, 40], umount2 => [166, 39], pivot_root => [155, 41], chroot => [161, 51],
    unshare => [272, 97], setns => [308, 268],
);
# Allowed with this first argument only: the process itself, of which prlimit is told by 0.
my @OWN_PROCESS = ([kill => [62, 129], $$], [tgkill => [234, 131], $$], [prlimit64 => [302, 261], 0]);
my ($CLONE, $CLONE3, $PRCTL) = ([56, 220], [435, 435], [157, 167]);
my ($LANDLOCK_CREATE, $LANDLOCK_ADD, $LANDLOCK_RESTRICT) = (444, 445, 446);

my $architecture = $ARCHITECTURES{ (uname())[4] } or unavailable('no system calls known for this processor');
my $column = $architecture->{column};

my @readable;
while (@ARGV and (my $argument = shift @ARGV) ne '--') { push @readable, $argument }

# The program ends with its parent, and gets no privileges from files.
prctl(1, 9);
prctl(38, 1) == 0 or unavailable("no_new_privs: $!");
restrict_files(@readable);
restrict_system_calls();
exec { $ARGV[0] } @ARGV or die "$ARGV[0]: $!\n";

sub unavailable {
    print STDERR "$_[0]\n";
    exit $UNAVAILABLE;
}

sub prctl {
    my ($option, $value, $pointer) = @_;
    return syscall($PRCTL->[$column], $option, $value, $pointer // 0, 0, 0);
}

# Allows reading and mapping of the given files and folders. Writing, and everything else that Landlock knows, is allowed nowhere.
sub restrict_files {
    my $version = syscall($LANDLOCK_CREATE, 0, 0, 1);
    unavailable("Landlock: $!") if $version < 1;
    # Each version of the interface knows more rights: for files, TCP ports, and signals and abstract sockets of other processes.
    my $rights = $version >= 5 ? 0xFFFF : $version >= 3 ? 0x7FFF : $version == 2 ? 0x3FFF : 0x1FFF;
    my $attributes = pack 'Q', $rights;
    $attributes .= pack 'Q', 3 if $version >= 4;
    $attributes .= pack 'Q', 3 if $version >= 6;
    my $rules = syscall($LANDLOCK_CREATE, $attributes, length $attributes, 0);
    unavailable("Landlock: $!") if $rules < 0;
    for my $path (@_) {
        # Folders of other distributions may be missing.
        open my $file, '<', $path or next;
        # Execute and read a file; and list, for a folder.
        my $rule = pack 'Ql', -d $file ? 1 | 4 | 8 : 1 | 4, fileno $file;
        syscall($LANDLOCK_ADD, $rules, 1, $rule, 0) == 0 or unavailable("Landlock: $path: $!");
    }
    syscall($LANDLOCK_RESTRICT, $rules, 0) == 0 or unavailable("Landlock: $!");
}

# A program of classic BPF: each instruction is a code, two relative jumps and a value.
sub restrict_system_calls {
    my $load = sub { pack 'SCCL', 0x20, 0, 0, $_[0] };
    my $return = sub { pack 'SCCL', 0x06, 0, 0, $_[0] };
    # Unless equal, or unless a bit is set, skips the given number of instructions.
    my $equal = sub { pack 'SCCL', 0x15, 0, $_[1], $_[0] };
    my $has_bit = sub { pack 'SCCL', 0x45, 0, $_[1], $_[0] };
    my ($NUMBER, $ARCHITECTURE, $FIRST_ARGUMENT) = (0, 4, 16);
    my ($allow, $kill) = ($return->(0x7FFF0000), $return->(0x80000000));
    my ($deny, $unknown) = map { $return->(0x00050000 | $_) } EPERM, ENOSYS;

    my @program = ($load->($ARCHITECTURE), pack('SCCL', 0x15, 1, 0, $architecture->{audit}), $kill, $load->($NUMBER));
    # Numbers from 0x40000000 are the same calls for 32-bit pointers.
    push @program, pack('SCCL', 0x35, 0, 1, 0x40000000), $deny;
    for my $number (grep { defined } map { $_->[$column] } values %DENIED) {
        push @program, $equal->($number, 1), $deny;
    }
    # The C library falls back to clone, whose flags can be checked here.
    push @program, $equal->($CLONE3->[$column], 1), $unknown;
    my $CLONE_THREAD = 0x10000;
    push @program, $equal->($CLONE->[$column], 4), $load->($FIRST_ARGUMENT), $has_bit->($CLONE_THREAD, 1), $allow, $deny;
    for (@OWN_PROCESS) {
        my (undef, $numbers, $process) = @$_;
        push @program, $equal->($numbers->[$column], 4), $load->($FIRST_ARGUMENT), $equal->($process, 1), $allow, $deny;
    }
    push @program, $allow;
    my $program = join '', @program;
    prctl(22, 2, pack 'Sx6P', scalar @program, $program) == 0 or unavailable("seccomp: $!");
}
