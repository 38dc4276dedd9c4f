"""One changed value for every parameter that `describe` lists, with what a run needs for the parameter to matter."""
import dataclasses


@dataclasses.dataclass
class Knob:
    value: str
    base: tuple = ()      # settings of both runs
    also: tuple = ()      # further settings of the changed run only
    exit: int = 0         # what the changed run ends with; other than 0, that is its effect
    scene: str = "built-in"
    workload: str = "nerf-demo"
    cycles: bool = True   # the cycles of the run change, not only bytes, energy or area (chip, workload and host costs)


CACHED = ("chip.nfp.encoding_engine.grid_sram.mode=cached", "chip.nfp.encoding_engine.grid_sram.size_kib=2")
GRID_SRAM = "chip.nfp.encoding_engine.grid_sram"
PAGED = (f"{GRID_SRAM}.mode=paged", f"{GRID_SRAM}.size_kib=4", f"{GRID_SRAM}.paging.page_kib=1", f"{GRID_SRAM}.paging.sweep_queries=256", f"{GRID_SRAM}.paging.partial_sum_queries=512",
         "chip.nfp.dma.chunk_queries=64", "chip.nfp.dma.input_chunks=16", "chip.scheduler.batch_queries=512")
RELOAD = ("chip.nfp.encoding_engine.grid_sram.mode=reload",)
TWO_NFPS = ("chip.nfps=2", "chip.scheduler.batch_queries=64")
WIDE_ARRAY = ("chip.nfp.mlp_engine.rows=64", "chip.nfp.mlp_engine.cols=64", "chip.nfp.mlp_engine.output_queue_depth=16")
MLP = "chip.nfp.mlp_engine"
# The MLP keeps up with anything, so that what is before it decides.
FAST_MLP = WIDE_ARRAY + (f"{MLP}.tile_queries=64", f"{MLP}.weight_load_width=4096", "chip.nfp.feature_buffer_queries=256")
ENCODER_BOUND = FAST_MLP + ("chip.nfp.encoding_engine.grid_sram.banks=2",)
# A query a cycle: sixteen engines without conflicts, and sixteen queries per step of the array.
QUERY_PER_CYCLE = (f"{MLP}.rows=256", f"{MLP}.cols=256", f"{MLP}.packing=true", f"{MLP}.tile_queries=64", f"{MLP}.weight_load_width=65536",
                   f"{MLP}.output_queue_depth=64", "chip.nfp.feature_buffer_queries=256", "chip.nfp.dma.chunk_queries=128", "chip.nfp.dma.input_chunks=8",
                   "chip.nfp.dma.output_chunks=8", "chip.nfp.encoding_engine.engines=16", "chip.nfp.encoding_engine.input_queue_depth=4",
                   "chip.nfp.encoding_engine.index_queue_depth=16", "chip.nfp.encoding_engine.output_queue_depth=32",
                   "chip.nfp.encoding_engine.grid_sram.banks=256")
DIRECTION_BOUND = FAST_MLP + ("chip.nfp.direction_encoder.interval_cycles=64",)
SLOW_MEMORY = ("chip.memory.bytes_per_cycle=1",)
FAR_MEMORY = FAST_MLP + ("chip.memory.latency_cycles=3000", "chip.nfp.dma.chunk_queries=128", "chip.nfp.dma.input_chunks=4", "chip.nfp.dma.output_chunks=4")
HIERARCHY = ("chip.memory.kind=hierarchy",)
# One slice for everything, and one small set in it.
ONE_SLICE = HIERARCHY + ("chip.memory.l2.slices=1", "chip.memory.l2.size_kib=4096")
ONE_SET = HIERARCHY + ("chip.memory.l2.slices=1", "chip.memory.l2.size_kib=2")
SMALL_REQUESTS = ONE_SLICE + ("chip.gemm.request_bytes=64",)
BUSY_GPU = HIERARCHY + ("chip.memory.background.period_cycles_x1000=400",)
# The GPU comes back to what one set can nearly hold.
HOT_GPU = ONE_SET + ("chip.memory.background.period_cycles_x1000=8000", "chip.memory.background.footprint_kib=3")
FEW_LEVELS = ("workload.encoding.levels=2",)
DENSE = ("workload.encoding.grid=dense", "workload.encoding.finest_resolution=16")
TILED = ("workload.encoding.grid=tiled",)
GEMM = "gemm-single"
FILES = "files"  # the scene of dead_knob_test.py

CHIP = {
    "nfps": Knob("2"),
    "clock_khz": Knob("1400000"),
    "energy": Knob("hp45", cycles=False),
    "watchdog_cycles": Knob("1", exit=3),
    "scheduler.policy": Knob("round_robin", ("chip.nfps=3", "chip.scheduler.batch_queries=16", "chip.scheduler.queue_batches=2")),
    "scheduler.batch_queries": Knob("64", ("chip.scheduler.queue_batches=1", "chip.scheduler.dispatch_cycles=500")),
    "scheduler.queue_batches": Knob("1", TWO_NFPS),
    "scheduler.dispatch_cycles": Knob("100"),
    "nfp.feature_buffer_queries": Knob("4"),
    "nfp.position_bytes": Knob("2", FAST_MLP + SLOW_MEMORY),
    "nfp.direction_bytes": Knob("8", FAST_MLP + SLOW_MEMORY),
    "nfp.output_value_bytes": Knob("4", FAST_MLP + SLOW_MEMORY),
    "nfp.dma.chunk_queries": Knob("32", FAR_MEMORY),
    "nfp.dma.input_chunks": Knob("1", FAR_MEMORY),
    "nfp.dma.output_chunks": Knob("2", FAR_MEMORY),
    "nfp.encoding_engine.engines": Knob("8"),
    "nfp.encoding_engine.levels_per_engine": Knob("3", exit=2),
    "nfp.encoding_engine.regroup": Knob("shard", FEW_LEVELS),
    "nfp.encoding_engine.feature_type": Knob("fp16", RELOAD + SLOW_MEMORY),
    "nfp.encoding_engine.features_per_cycle": Knob("1"),
    "nfp.encoding_engine.input_queue_depth": Knob("1", QUERY_PER_CYCLE),
    "nfp.encoding_engine.index_queue_depth": Knob("1", QUERY_PER_CYCLE),
    "nfp.encoding_engine.output_queue_depth": Knob("1", ENCODER_BOUND),
    "nfp.encoding_engine.pos_fract_cycles": Knob("9"),
    "nfp.encoding_engine.grid_index_cycles": Knob("9"),
    "nfp.encoding_engine.interpolate_cycles": Knob("9"),
    "nfp.encoding_engine.grid_sram.size_kib": Knob("2048", cycles=False),
    "nfp.encoding_engine.grid_sram.banks": Knob("4"),
    "nfp.encoding_engine.grid_sram.oversize": Knob("refuse", ("chip.nfp.encoding_engine.grid_sram.size_kib=2",), exit=2),
    "nfp.encoding_engine.grid_sram.bank_map": Knob("low"),
    "nfp.encoding_engine.grid_sram.word_entries": Knob("2"),
    "nfp.encoding_engine.grid_sram.corner_reuse": Knob("cell"),
    "nfp.encoding_engine.grid_sram.conflict_policy": Knob("overlap", ENCODER_BOUND),
    "nfp.encoding_engine.grid_sram.overlap_window": Knob("2", ENCODER_BOUND + ("chip.nfp.encoding_engine.grid_sram.conflict_policy=overlap",)),
    "nfp.encoding_engine.grid_sram.latency_cycles": Knob("9"),
    "nfp.encoding_engine.grid_sram.mode": Knob("reload", SLOW_MEMORY),
    "nfp.encoding_engine.grid_sram.warm_start": Knob("false", SLOW_MEMORY),
    "nfp.encoding_engine.grid_sram.cache.line_bytes": Knob("32", CACHED),
    "nfp.encoding_engine.grid_sram.cache.ways": Knob("4", CACHED),
    "nfp.encoding_engine.grid_sram.cache.gate_queries": Knob("5", CACHED),
    "nfp.encoding_engine.grid_sram.cache.fill_buffer_lines": Knob("2048", CACHED + ("chip.memory.outstanding=4096", "chip.memory.latency_cycles=3000", "chip.memory.bytes_per_cycle=256", "chip.nfp.dma.chunk_queries=256")),
    "nfp.encoding_engine.grid_sram.paging.page_kib": Knob("2", PAGED),
    "nfp.encoding_engine.grid_sram.paging.sweep_queries": Knob("128", PAGED),
    "nfp.encoding_engine.grid_sram.paging.partial_sum_queries": Knob("256", PAGED),
    "nfp.encoding_engine.grid_sram.paging.page_order": Knob("ascending", PAGED),
    "nfp.encoding_engine.grid_sram.paging.loads_in_flight": Knob("1", PAGED + ("chip.memory.latency_cycles=500",)),
    "nfp.encoding_engine.grid_sram.paging.multicast_wait_cycles": Knob("0", PAGED + ("chip.nfps=2",)),
    "nfp.encoding_engine.grid_sram.table_load": Knob("unicast", RELOAD + SLOW_MEMORY + ("chip.nfps=2",)),
    "nfp.direction_encoder.placement": Knob("host"),
    "nfp.direction_encoder.per_ray": Knob("false", DIRECTION_BOUND),
    "nfp.direction_encoder.interval_cycles": Knob("60"),
    "nfp.direction_encoder.latency_cycles": Knob("60"),
    "nfp.direction_encoder.input_queue_depth": Knob("1", DIRECTION_BOUND),
    "nfp.direction_encoder.operand_queue_depth": Knob("1", DIRECTION_BOUND),
    "nfp.direction_encoder.output_queue_depth": Knob("1", DIRECTION_BOUND),
    "nfp.mlp_engine.rows": Knob("32"),
    "nfp.mlp_engine.cols": Knob("32"),
    "nfp.mlp_engine.tile_queries": Knob("16"),
    "nfp.mlp_engine.latency_cycles": Knob("20"),
    "nfp.mlp_engine.weight_load_width": Knob("64"),
    "nfp.mlp_engine.double_buffering": Knob("false"),
    "nfp.mlp_engine.packing": Knob("true", WIDE_ARRAY),
    "nfp.mlp_engine.output_queue_depth": Knob("1"),
    "memory.clock_khz": Knob("1000000"),
    "memory.bytes_per_cycle": Knob("4"),
    "memory.latency_cycles": Knob("500"),
    "memory.outstanding": Knob("1", RELOAD),
    "memory.sync_cycles": Knob("9"),
    "memory.load_burst_bytes": Knob("64", RELOAD),
    "memory.kind": Knob("hierarchy"),
    "memory.dram": Knob("ddr4-2400", ONE_SLICE),
    "memory.crossbar.port_bytes": Knob("4", HIERARCHY),
    "memory.crossbar.latency_cycles": Knob("200", HIERARCHY),
    "memory.crossbar.arbitration": Knob("oldest", TWO_NFPS + ONE_SLICE + ("chip.memory.l2.slice_bytes=4",)),
    "memory.l2.slices": Knob("1", ("chip.memory.kind=hierarchy", "chip.memory.l2.slices=8", "chip.memory.l2.size_kib=4096")),
    "memory.l2.size_kib": Knob("4", ONE_SET, cycles=False),
    "memory.l2.ways": Knob("8", ONE_SET, cycles=False),
    "memory.l2.line_bytes": Knob("256", HIERARCHY),
    "memory.l2.sector_bytes": Knob("128", HIERARCHY),
    "memory.l2.interleave_bytes": Knob("1024", HIERARCHY),
    "memory.l2.replacement": Knob("srrip", HOT_GPU, cycles=False),
    "memory.l2.write_policy": Knob("write_through", HIERARCHY, cycles=False),
    "memory.l2.prefetch": Knob("next_line", HIERARCHY, cycles=False),
    "memory.l2.slice_bytes": Knob("4", ONE_SLICE),
    "memory.l2.hit_cycles": Knob("300", HIERARCHY),
    "memory.l2.mshrs": Knob("1", ONE_SLICE),
    "memory.l2.mshr_targets": Knob("1", SMALL_REQUESTS, workload=GEMM),
    "memory.l2.input_queue": Knob("1", ONE_SLICE),
    "memory.l2.output_queue": Knob("1", ONE_SLICE),
    "memory.l2.dram_queue": Knob("1", ONE_SLICE),
    "memory.background.period_cycles_x1000": Knob("100", HIERARCHY),
    "memory.background.bytes": Knob("256", BUSY_GPU),
    "memory.background.port_bytes": Knob("4", BUSY_GPU, cycles=False),
    "memory.background.ports": Knob("1", BUSY_GPU, cycles=False),
    "memory.background.write_percent": Knob("100", BUSY_GPU),
    "memory.background.pattern": Knob("sequential", BUSY_GPU),
    "memory.background.footprint_kib": Knob("64", BUSY_GPU),
    "host.rays_per_group": Knob("100"),
    "host.groups_in_flight": Knob("1", ("chip.host.rays_per_group=100",)),
    "host.max_steps_per_round": Knob("2"),
    "host.round_queries": Knob("600"),
    "host.sync_cycles": Knob("20"),
}

SQUARE = ("workload.m=96", "workload.n=64", "workload.k=64")
WS = ("chip.nfp.mlp_engine.dataflow=systolic_ws",)
CHIP |= {
    "nfp.mlp_engine.dataflow": Knob("systolic_os", SQUARE, workload=GEMM),
    "gemm.supply": Knob("unlimited", SQUARE, workload=GEMM),
    "gemm.split": Knob("k", SQUARE + ("chip.nfps=2",), workload=GEMM),
    "gemm.prefetch": Knob("false", SQUARE + WS, workload=GEMM),
    "gemm.operand_queue_bytes": Knob("8192", SQUARE, workload=GEMM),
    "gemm.operand_store_bytes": Knob("0", SQUARE + SLOW_MEMORY, workload=GEMM),
    "gemm.accumulator_bytes": Knob("1024", SQUARE + WS, workload=GEMM),
    "gemm.result_queue_bytes": Knob("8192", ("workload.m=2048", "workload.n=64", "workload.k=16", "chip.memory.latency_cycles=3000"), workload=GEMM),
    "gemm.request_bytes": Knob("256", SQUARE, workload=GEMM),
}

WORKLOAD = {
    "width": Knob("20"),
    "height": Knob("20"),
    "camera": Knob("1"),
    "scene": Knob("", also=("workload.occupancy={folder}/half.bin", "workload.transforms={folder}/near.json", "workload.mapping=linear", "workload.map_scale=4")),
    "occupancy": Knob("{folder}/half.bin", scene=FILES),
    "transforms": Knob("{folder}/far.json", scene=FILES),
    "mapping": Knob("instant_ngp", scene=FILES, base=("workload.map_scale=0.3", "workload.map_shift_x=0.2")),
    "map_scale": Knob("3", scene=FILES),
    "map_shift_x": Knob("0.3", scene=FILES),
    "map_shift_y": Knob("0.3", scene=FILES),
    "map_shift_z": Knob("0.3", scene=FILES),
    "aabb_scale": Knob("2"),
    "max_samples_per_ray": Knob("8"),
    "encoding.grid": Knob("dense", ("workload.encoding.finest_resolution=16", "workload.encoding.log2_table_entries=10")),
    "encoding.dims": Knob("2", exit=2),  # of a scene with three
    "encoding.interpolation": Knob("nearest", ("chip.nfp.encoding_engine.grid_sram.banks=1",) + FAST_MLP),
    "encoding.composite": Knob("identity"),
    "encoding.composite_detail": Knob("8", ("workload.encoding.composite=frequency",)),
    "min_transmittance": Knob("0.01"),
    "occupied_density": Knob("5", ("workload.min_transmittance=0.01",)),
    "jitter_seed": Knob("3"),
    "pixel_order": Knob("tile", ("chip.host.rays_per_group=64", "workload.pixel_tile=4"), cycles=False),
    "pixel_tile": Knob("4", ("chip.host.rays_per_group=64", "workload.pixel_order=tile"), cycles=False),
    "fovea_radius": Knob("0.3"),
    "mid_radius": Knob("0.5", ("workload.fovea_radius=0.3",)),
    "camera_path": Knob("{folder}/path.json"),
    "path_frames": Knob("3", ("workload.camera_path={folder}/path.json", "workload.camera=all")),
    "eye_distance": Knob("0.05"),
    "network_config": Knob("{folder}/absent.json", exit=2),
    "snapshot": Knob("{folder}/absent.ingp", exit=2),
    "query_order": Knob("binned"),
    "bin_side": Knob("2", ("workload.query_order=binned",) + ENCODER_BOUND),
    "scene_switch_frames": Knob("1", ("workload.camera=0-1",) + SLOW_MEMORY),
    "encoding.levels": Knob("8"),
    "encoding.features": Knob("4"),
    "encoding.log2_table_entries": Knob("12"),
    "encoding.base_resolution": Knob("8"),
    "encoding.per_level_scale": Knob("1.5"),
    "encoding.finest_resolution": Knob("1024"),
    "network.width": Knob("32"),
    "network.density_hidden_layers": Knob("2"),
    "network.density_outputs": Knob("20"),
    "network.color_hidden_layers": Knob("3"),
    "network.color_outputs": Knob("20"),
}

ONE_OF_A_LIST = ("workload.list={folder}/list.csv", "workload.m=0", "workload.n=0", "workload.k=0")
WORKLOAD |= {
    "list": Knob("{folder}/list.csv", also=("workload.m=0", "workload.n=0", "workload.k=0"), workload=GEMM),
    "m": Knob("90", SQUARE, workload=GEMM),
    "n": Knob("90", SQUARE, workload=GEMM),
    "k": Knob("90", SQUARE, workload=GEMM),
    "operand_type": Knob("int8", SQUARE + SLOW_MEMORY, workload=GEMM),
    "batch": Knob("2", SQUARE, workload=GEMM),
    "first": Knob("1", ONE_OF_A_LIST, workload=GEMM),
    "count": Knob("1", ONE_OF_A_LIST, workload=GEMM),
}

POSITIONS = "positions.xml"  # a workload of dead_knob_test.py
WORKLOAD |= {
    "positions": Knob("{folder}/half.npy", workload=POSITIONS),
    "directions": Knob("{folder}/absent.npy", workload=POSITIONS, exit=2),  # directions decide values only
    "queries_per_round": Knob("50", workload=POSITIONS),
}

WORKLOAD |= {"network_kind": Knob("plain", workload=POSITIONS)}

# The applications other than NeRF: what they do not share with it.
VIEW = {
    "width": Knob("20"), "height": Knob("20"), "camera": Knob("1"), "transforms": Knob("{folder}/far.json"), "camera_path": Knob("{folder}/path.json"),
    "path_frames": Knob("3", ("workload.camera_path={folder}/path.json", "workload.camera=all")), "eye_distance": Knob("0.05"),
}
WALK = {
    "pixel_order": Knob("tile", ("chip.host.rays_per_group=64", "workload.pixel_tile=4"), cycles=False), "pixel_tile": Knob("4", ("chip.host.rays_per_group=64", "workload.pixel_order=tile"), cycles=False),
    "fovea_radius": Knob("0.3"), "mid_radius": Knob("0.5", ("workload.fovea_radius=0.3",)),
}
PLAIN = {"network.width": Knob("32"), "network.hidden_layers": Knob("3"), "network.outputs": Knob("40"), "network.output_activation": Knob("sigmoid", exit=2)}
APPLICATIONS = {
    "nsdf": VIEW | WALK | PLAIN | {
        "scene": Knob("", also=("workload.mesh={folder}/cube.obj",)),
        "mesh": Knob("{folder}/flat.obj", ("workload.scene=", "workload.mesh={folder}/cube.obj")),
        "step_fraction": Knob("0.5"), "stop_distance": Knob("0.02"), "max_steps": Knob("3"), "compaction_rounds": Knob("1"),
    },
    "gia": WALK | PLAIN | {
        "width": Knob("20"), "height": Knob("20"), "scene": Knob("nowhere", exit=2), "image": Knob("{folder}/absent.png", exit=2), "zoom": Knob("0.5"),
        "centre_x": Knob("0.2"), "centre_y": Knob("0.2"), "zoom_frames": Knob("3"),
    },
    "nvr": VIEW | WALK | PLAIN | {
        "scene": Knob("", also=("workload.density={folder}/full.npy",)),
        "density": Knob("{folder}/half_full.npy", ("workload.scene=", "workload.density={folder}/full.npy")),
        "density_nx": Knob("4", ("workload.scene=", "workload.density={folder}/raw.bin", "workload.density_nx=2", "workload.density_ny=2", "workload.density_nz=2"), exit=2),
        "density_ny": Knob("4", ("workload.scene=", "workload.density={folder}/raw.bin", "workload.density_nx=2", "workload.density_ny=2", "workload.density_nz=2"), exit=2),
        "density_nz": Knob("4", ("workload.scene=", "workload.density={folder}/raw.bin", "workload.density_nx=2", "workload.density_ny=2", "workload.density_nz=2"), exit=2),
        "density_scale": Knob("20"), "stop_opacity": Knob("0.3"), "max_rounds": Knob("2"), "compaction_rounds": Knob("1"), "tracking_seed": Knob("5"),
    },
}
for application, knobs in APPLICATIONS.items():
    for name, knob in knobs.items():
        WORKLOAD[f"{application}:{name}"] = dataclasses.replace(knob, workload=f"{application}-demo")

GPU = {
    "die_mm2": Knob("500", cycles=False),
    "sms": Knob("40", cycles=False),
    "boost_mhz": Knob("1500"),
    "tensor_flops_per_sm_cycle": Knob("512", cycles=False),
    "memory_gb_s": Knob("500", cycles=False),
    "l2_kib": Knob("1024", ("workload.encoding.log2_table_entries=19",), cycles=False),
    "tdp_w": Knob("300", cycles=False),
    "software.width": Knob("1000", cycles=False),
    "software.height": Knob("1000", cycles=False),
    "software.fusion_gain": Knob("5", cycles=False),
    "software.accept_derived": Knob("false", DENSE, cycles=False),
    "software.hashgrid.encoding_percent": Knob("30", cycles=False),
    "software.hashgrid.mlp_percent": Knob("30", cycles=False),
    "software.densegrid.encoding_percent": Knob("30", DENSE, cycles=False),
    "software.densegrid.mlp_percent": Knob("30", DENSE, cycles=False),
    "software.lowres_densegrid.encoding_percent": Knob("30", TILED, cycles=False),
    "software.lowres_densegrid.mlp_percent": Knob("30", TILED, cycles=False),
    "software.nerf.hashgrid_ms": Knob("200", cycles=False),
    "software.nerf.densegrid_ms": Knob("200", DENSE, cycles=False),
    "software.nerf.lowres_densegrid_ms": Knob("200", TILED, cycles=False),
    "software.nerf.queries_per_pixel": Knob("20", cycles=False),
    "host.nerf.ps_per_pixel": Knob("2000000"),
    "host.nerf.ps_per_probe": Knob("50000"),
    "host.nerf.ps_per_query": Knob("300000"),
    "host.us_per_launch": Knob("1"),
    "host.ps_per_sorted_query": Knob("300000", ("workload.query_order=binned",)),
    "host.idle_power_fraction": Knob("0.5", cycles=False),
}

# One SM: the tile of the best rate takes all.
ONE_SM = ("gpu.sms=1", "gpu.gemm.block_us=0", "gpu.gemm.tile_128x128=0.5", "workload.m=256", "workload.n=256", "workload.k=512")
NARROW = ("workload.m=512", "workload.n=16", "workload.k=512")
GPU |= {f"gemm.tile_{tile}": Knob("1", ONE_SM, cycles=False, workload=GEMM) for tile in ("256x128", "128x128", "128x64", "64x64", "64x32", "32x32", "128x32")}
GPU |= {f"gemm.{name}": Knob(value, ONE_SM, cycles=False, workload=GEMM)
        for name, value in (("tflops", "50"), ("operand_bytes", "4"), ("launch_us", "9"), ("block_us", "3"), ("memory_efficiency", "0.1"), ("order_nn", "0.5"))}
GPU |= {"gemm.split_us": Knob("0.5", ("workload.m=32", "workload.n=32", "workload.k=4096"), cycles=False, workload=GEMM),
        "gemm.narrow_n": Knob("0.1", NARROW, cycles=False, workload=GEMM)}
WIDE = ("workload.network.width=128",)
GPU |= {f"fused_mlp.width_{width}.{name}": Knob(value, base, cycles=False) for width, base in (("64", ()), ("128", WIDE)) for name, value in (("ramp_us", "99"), ("tflops", "30"))}

# Each part of a GPU's memory in turn the slowest one.
MODELLED = ("gpu.baseline.times=modelled",)
QUICK_DRAM = MODELLED + ("gpu.memory_gb_s=100000",)
SLOW_TAGS = QUICK_DRAM + ("gpu.gather.l2_gb_s=1000000", "gpu.gather.l1_fill_bytes_per_cycle=1024")
GPU |= {f"gather.{name}": Knob(value, base, cycles=False)
        for name, value, base in (("l1_kib", "1", MODELLED), ("l1_lines_per_cycle", "1", SLOW_TAGS), ("l1_fill_bytes_per_cycle", "1", QUICK_DRAM), ("l2_gb_s", "10", QUICK_DRAM), ("l2_efficiency", "0.01", QUICK_DRAM))}
MEASURED = ("gpu.baseline.times=measured", "gpu.baseline.measured.workload=nerf-demo", "gpu.baseline.measured.software=mine", "gpu.baseline.measured.frame_ms=9")
GPU |= {"baseline.times": Knob("modelled", cycles=False), "baseline.sampled_queries": Knob("512", MODELLED + ("chip.host.rays_per_group=64",), cycles=False)}
GPU |= {f"baseline.measured.{name}": Knob(value, MEASURED, cycles=False) for name, value in (("workload", "nerf-lego"), ("frame_ms", "5"))}
GPU["software.nerf.jit_gain"] = Knob("3", cycles=False)

for application in APPLICATIONS:
    of = f"{application}-demo"
    GPU |= {f"software.{application}.hashgrid_ms": Knob("200", cycles=False, workload=of),
            f"software.{application}.densegrid_ms": Knob("200", DENSE, cycles=False, workload=of),
            f"software.{application}.lowres_densegrid_ms": Knob("200", TILED, cycles=False, workload=of),
            f"software.{application}.jit_gain": Knob("3", cycles=False, workload=of),
            f"software.{application}.queries_per_pixel": Knob("20", cycles=False, workload=of),
            f"host.{application}.ps_per_pixel": Knob("2000000", workload=of),
            f"host.{application}.ps_per_query": Knob("300000", workload=of)}
GPU["host.nvr.ps_per_probe"] = Knob("50000", workload="nvr-demo")

# Splitting a published frame is a library call (models/gpu), and two applications have no occupancy grid to probe: GpuKnobs.NoParameterIsDead of
# tests/unit/energy changes each of these.
LIBRARY_ONLY = {f"gpu.software.{application}.launches" for application in ("nerf", *APPLICATIONS)} | {"gpu.host.nsdf.ps_per_probe", "gpu.host.gia.ps_per_probe"}
# No list of multiplications says that an operand is transposed: tests/validation/gemm_time_test.cpp.
LIBRARY_ONLY |= {"gpu.gemm.order_tn", "gpu.gemm.order_nt", "gpu.gemm.order_tt", "gpu.gemm.narrow_t"}

# A name, which changes texts alone: gpu_times_test.py.
LIBRARY_ONLY |= {"gpu.baseline.measured.software"}

# How a block is simulated, never what it is: by design these change no byte of a result.
SIMULATION_ONLY = {"chip.nfp.implementation", "chip.nfp.encoding_engine.implementation", "chip.nfp.direction_encoder.implementation",
                   "chip.nfp.mlp_engine.implementation"}

ALADDIN = ("energy.table.floating.origin=aladdin",)
ENERGY = {
    "table.node_nm": Knob("22"),
    "table.device": Knob("hp", exit=2),  # a statement about the SRAM rows, checked against them
    "table.floating.origin": Knob("aladdin"),
    "table.integer.origin": Knob("ours"),
    "table.sram.origin": Knob("aladdin", ALADDIN),
    "table.logic.voltage": Knob("1.0"),
    "table.logic.register_bit_pj": Knob("0.02"),
    "table.logic.register_bit_um2": Knob("8"),
    "table.logic.leakage_mw_per_mm2": Knob("0.1"),
    "table.sram.voltage": Knob("1.0"),
    "table.off_block.dram_pj_per_bit": Knob("4"),
    "table.off_block.wire_pj_per_bit_mm": Knob("0.1"),
    "technology.node_nm": Knob("10"),
    "technology.voltage": Knob("0.7"),
    "technology.leakage_factor": Knob("3"),
    "technology.clock_control_fraction": Knob("0.3"),
    "technology.logic_area_overhead": Knob("0.3"),
    "technology.idle_mac_fraction": Knob("0.5"),
    "technology.memory_wire_mm": Knob("8"),
}
for unit in ("floating.fp16_multiply", "floating.fp32_multiply", "floating.fp16_add", "floating.fp32_add", "integer.multiply", "integer.add", "integer.bitwise"):
    ENERGY[f"table.{unit}_pj"] = Knob("2.5")
    ENERGY[f"table.{unit}_um2"] = Knob("2500")


def sram_base(kib, bits):
    """Banks of `kib` KiB and words of `bits` bits, written by a table load: eight banks, entries of two fp16 features."""
    sram = "chip.nfp.encoding_engine.grid_sram"
    return RELOAD + (f"{sram}.size_kib={8 * kib}", f"{sram}.word_entries={bits // 32}", "chip.nfp.encoding_engine.feature_type=fp16",
                     "workload.encoding.log2_table_entries=10", "workload.encoding.base_resolution=8")


# Rows of the table that follow each other by a factor of about two; a changed leakage stays within the factor of ten that one device spans.
for row in range(9):
    kib = 8 << row
    for bits in (32, 64, 128, 256):
        ENERGY[f"table.sram.kib_{kib}.read_{bits}_pj"] = Knob("77.7", sram_base(kib, bits))
        ENERGY[f"table.sram.kib_{kib}.write_{bits}_pj"] = Knob("77.7", sram_base(kib, bits))
    ENERGY[f"table.sram.kib_{kib}.leakage_mw"] = Knob(str(0.00025 * kib), sram_base(kib, 64))
    ENERGY[f"table.sram.kib_{kib}.area_mm2"] = Knob("1.5", sram_base(kib, 64))
    ENERGY[f"table.sram.kib_{kib}.access_ns"] = Knob("7", sram_base(kib, 64))

for knob in ENERGY.values():
    knob.cycles = False

TABLE = {f"{root}.{path}": knob for root, knobs in (("chip", CHIP), ("workload", WORKLOAD), ("gpu", GPU), ("energy", ENERGY)) for path, knob in knobs.items()}
